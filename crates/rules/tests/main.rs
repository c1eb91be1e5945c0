//! Rule files, and games that have no solver to be compared with.

mod bad_rule_files;
mod latrunculus;
mod random_play;
mod rule_files;
