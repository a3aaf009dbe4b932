// SPDX-License-Identifier: MIT

extension Limits {
    /// Whether a provider can register with this identifier. Its characters are safe wherever people type or read it. A
    /// program would take a dash at its beginning for an option, and an identifier below another one begins with the
    /// other and a dot.
    public func allowsIdentifier(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: ".") else { return false }
        return text.utf8.count <= textLength
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
