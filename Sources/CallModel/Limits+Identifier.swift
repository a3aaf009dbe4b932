// SPDX-License-Identifier: MIT

extension Limits {
    /// Whether a provider can register with this identifier. Its characters are safe wherever people type or read it.
    public func allowsIdentifier(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= textLength
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
