//! Exact values of short partizan games.
