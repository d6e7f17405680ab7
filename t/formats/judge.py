#!/usr/bin/env python3
"""Judges documents that treadle --format has written, by means that are not Treadle's own.

    judge.py json   SCHEMA FILE   against doc/report.schema.json, or any other
    judge.py sarif  SCHEMA FILE   against t/formats/sarif.schema.json, and what a schema cannot say
    judge.py junit  -      FILE   an XML parser, and what CI servers read

Prints nothing and exits 0 if all is well, else one line for each thing that is wrong and exits 1."""
import json
import sys
import xml.etree.ElementTree as ElementTree
from urllib.parse import unquote, urlsplit


def read_json(name):
    def no_twice(pairs):
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), f"a key twice among {keys}"
        return dict(pairs)

    with open(name, encoding="utf-8") as file:
        return json.load(file, object_pairs_hook=no_twice)


def by_schema(schema, document):
    import jsonschema

    with open(schema, encoding="utf-8") as file:
        rules = json.load(file)
    kind = jsonschema.validators.validator_for(rules, default=jsonschema.Draft7Validator)
    kind.check_schema(rules)
    checker = kind(rules, format_checker=jsonschema.FormatChecker())
    for error in checker.iter_errors(document):
        yield f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"


def locations_in(value):
    if isinstance(value, dict):
        if "artifactLocation" in value:
            yield value
        for inner in value.values():
            yield from locations_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from locations_in(inner)


def uris(result):
    """A relative one has a base and stays below it; an absolute one has none."""
    for location in locations_in(result):
        uri, base = location["artifactLocation"]["uri"], location["artifactLocation"].get("uriBaseId")
        parts = urlsplit(uri)
        if parts.scheme:
            if parts.scheme != "file" or base:
                yield f"{uri}: an absolute URI with a base, or not of a file"
        elif not base or uri.startswith("/") or ".." in unquote(uri).split("/"):
            yield f"{uri}: a relative URI without a base, or one that leaves it"
        region, around = location.get("region"), location.get("contextRegion")
        if around and not around["startLine"] <= region["startLine"] <= around.get("endLine", around["startLine"]):
            yield f"{uri}: the context does not contain the region"


def flows(result):
    for flow in result.get("codeFlows", []):
        names = [thread.get("id") for thread in flow["threadFlows"]]
        if len(names) != len(set(names)):
            yield f"threads with the same id: {names}"
        orders = []
        for thread in flow["threadFlows"]:
            own = [step["executionOrder"] for step in thread["locations"]]
            if own != sorted(own):
                yield f"{thread.get('id')}: steps are not in the order of their time"
            orders += own
        if sorted(orders) != list(range(1, len(orders) + 1)):
            yield f"executionOrder is not 1, 2, 3, ... over all threads: {sorted(orders)}"


def sarif(schema, name):
    document = read_json(name)
    wrong = list(by_schema(schema, document))
    if wrong:
        yield from wrong
        return
    run = document["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    if len({rule["id"] for rule in rules}) != len(rules):
        yield "two rules with one id"
    for result in run["results"]:
        index = result["ruleIndex"]
        if index >= len(rules) or rules[index]["id"] != result["ruleId"]:
            yield f"ruleIndex {index} is not {result['ruleId']}"
        ids = [location["id"] for location in result.get("relatedLocations", [])]
        if len(ids) != len(set(ids)):
            yield f"related locations with the same id: {ids}"
        yield from uris(result)
        yield from flows(result)


def count(suite, tag):
    return len([case for case in suite.iter("testcase") if case.find(tag) is not None])


def junit(_, name):
    root = ElementTree.parse(name).getroot()
    if root.tag != "testsuites":
        yield f"the root is {root.tag}"
    for suite in [root, *root.iter("testsuite")]:
        said = {key: int(suite.get(key)) for key in ("tests", "failures", "errors", "skipped")}
        true = {"tests": len(list(suite.iter("testcase"))), "failures": count(suite, "failure"), "errors": count(suite, "error"),
                "skipped": count(suite, "skipped")}
        if said != true:
            yield f"{suite.tag} says {said}, and has {true}"
        float(suite.get("time"))
    names = []
    for case in root.iter("testcase"):
        names.append(case.get("name"))
        if not case.get("name") or not case.get("classname") or float(case.get("time")) < 0:
            yield f"a case lacks name, classname or time: {case.attrib}"
        for failure in [*case.iter("failure"), *case.iter("error")]:
            if not failure.get("message") or not failure.get("type") or not failure.text:
                yield f"a failure lacks message, type or text: {failure.attrib}"
    if len(names) != len(set(names)):
        yield f"two cases of the same name: {names}"


def plain_json(schema, name):
    yield from by_schema(schema, read_json(name))


def main():
    judge = {"json": plain_json, "sarif": sarif, "junit": junit}[sys.argv[1]]
    wrong = list(judge(sys.argv[2], sys.argv[3]))
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
