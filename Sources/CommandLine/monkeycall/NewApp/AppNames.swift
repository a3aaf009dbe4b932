// SPDX-License-Identifier: MIT

/// The names in the sources of an app.
struct AppNames {
    /// Of the Swift module, and for people.
    let name: String
    /// On the bus, and of the desktop file.
    let id: String

    /// The names in the template.
    private static let template = AppNames(name: "NewApp", id: "org.example.NewApp")
    /// The longest name on the bus, of the app's extension.
    private static let longest = 255 - ".BlockList".utf8.count

    /// Whether Swift can import a module with that name.
    static func isModule(_ name: String) -> Bool {
        name.first?.isASCIILetter == true && name.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == "_" }
    }

    /// Whether an app can own that name on the bus.
    static func isIdentifier(_ id: String) -> Bool {
        let words = id.split(separator: ".", omittingEmptySubsequences: false)
        return words.count > 1 && id.utf8.count <= longest
            && words.allSatisfy { word in
                word.first?.isASCIIDigit == false
                    && word.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_-".contains($0) }
            }
    }

    /// A text of the template, or the name of a file in it, with these names.
    func replacingTemplate(in text: String) -> String {
        text.split(separator: Self.template.id, omittingEmptySubsequences: false)
            .map { $0.replacing(Self.template.name, with: name) }
            .joined(separator: id)
    }
}

extension Character {
    fileprivate var isASCIILetter: Bool { isASCII && isLetter }
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
