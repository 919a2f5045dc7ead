// Stands for a module that a program loads and never uses.
