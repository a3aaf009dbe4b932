// SPDX-License-Identifier: MIT

// The contract on the bus speaks the contract's words: who imports this module gets them too.
@_exported public import CallContract
