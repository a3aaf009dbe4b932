// SPDX-License-Identifier: MIT

internal import Glibc

/// The text for an error number of the system, the last one by default.
func systemMessage(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }
