// SPDX-License-Identifier: MIT

// The core speaks the contract's words: who imports the core gets them too.
@_exported public import CallModel
