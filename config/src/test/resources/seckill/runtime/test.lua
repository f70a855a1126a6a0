-- A script for tests.
return 1
