// place: library
// compiler: clang
// needs: -fopenmp
// flags: -fopenmp
// says: OpenMP: the threads of libomp wait in ways that Treadle does not control
int main(void)
{
	int count = 0;
#pragma omp parallel num_threads(2)
	{
#pragma omp atomic
		count++;
	}
	return count != 2;
}
