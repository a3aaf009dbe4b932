// SPDX-License-Identifier: MIT

extension Limits {
    /// Whether a text can be the name of an icon or a sound of a theme. It is never a path or an address: programs that
    /// draw and play would open it. Empty = no name.
    public func allowsThemedName(_ text: String) -> Bool {
        text.isEmpty || allowsIdentifier(text) && !text.contains("..")
    }
}
