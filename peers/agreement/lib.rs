//! Nothing: the bench is all there is. `scripts/check-agreement` runs it.
