# make house: how src/ is divided, what it repeats, how it reads, in figures (t/house.pl).  BEFORE=DIR: beside those of another checkout;
# SECONDS=1: also how long make dev takes after a change in one file.

.PHONY: house
house:
	@perl t/house.pl $(if $(filter 1,$(SECONDS)),--seconds) $(BEFORE) .
