//! Which compression function this CPU gets. The public API and the `md5/auto` engine go through here.

use crate::block::{Block, State};
use crate::openssl;

/// Takes the blocks into the state with the form that is fastest here.
pub(crate) fn compress(state: &mut State, blocks: &[Block]) {
    openssl::compress(state, blocks);
}
