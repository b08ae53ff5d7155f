// Cargo needs a file here.
