// SPDX-License-Identifier: MIT

/// The number of this release: the property `Version`, `--version` of each program, and `monkeycall.pc`.
/// `make lint` compares it with NEWS.md.
public let contractVersion: UInt32 = 2
