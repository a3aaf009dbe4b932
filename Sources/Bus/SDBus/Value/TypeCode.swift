// SPDX-License-Identifier: MIT

/// The type codes of sd-bus.
enum TypeCode {
    static let byte = code("y")
    static let bool = code("b")
    static let int16 = code("n")
    static let uint16 = code("q")
    static let int32 = code("i")
    static let uint32 = code("u")
    static let int64 = code("x")
    static let uint64 = code("t")
    static let double = code("d")
    static let string = code("s")
    static let path = code("o")
    static let signature = code("g")
    static let file = code("h")
    static let variant = code("v")
    /// Containers have a code of their own: a structure is `r` here and `(…)` in signatures.
    static let array = code("a")
    static let structure = code("r")
    static let entry = code("e")

    @inline(__always)
    private static func code(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }
}
