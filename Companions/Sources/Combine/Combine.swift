// SPDX-License-Identifier: MIT

/// Combine is OpenCombine with its name on Apple's systems, and with the parts of Foundation and Dispatch that apps
/// use.
///
/// These parts are written here, and not taken from OpenCombineFoundation and OpenCombineDispatch: those leave them out
/// if `canImport(Combine)` is true, and it is true for them as soon as this module was built once.
@_exported public import OpenCombine

// OpenCombine has these two only if `canImport(Combine)` is false. A declaration of a module hides an equal one of a
// module that it exports, so there are never two of them.

extension Optional {
    /// Publishes the value, if there is one, and finishes.
    public typealias Publisher = OCombine.Publisher
    /// Publishes the value, if there is one, and finishes.
    public var publisher: Optional.OCombine.Publisher { OCombine.Publisher(self) }
}

extension Result {
    /// Publishes the value and finishes, or fails.
    public typealias Publisher = OCombine.Publisher
    /// Publishes the value and finishes, or fails.
    public var publisher: Result.OCombine.Publisher { OCombine.Publisher(self) }
}
