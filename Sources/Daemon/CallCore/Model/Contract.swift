// SPDX-License-Identifier: MIT

// The core's interface consists of the contract's words, so an import of the core brings them.
@_exported public import CallContract
