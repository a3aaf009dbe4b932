// SPDX-License-Identifier: MIT

/// The calls of a story are named A to F. The id of a call repeats its letter. A longer text is an id already.
package enum UUIDs {
    package static func text(_ call: String) -> String {
        guard call.count == 1 else { return call }
        return [8, 4, 4, 4, 12].map { String(repeating: call.lowercased(), count: $0) }.joined(separator: "-")
    }

    package static func value(_ call: String) -> DBusValue { .string(text(call)) }

    package static func path(_ call: String) -> String {
        DaemonUnderTest.managerPath + "/calls/" + text(call).replacing("-", with: "_")
    }

    /// The name of a call by its id or the end of its path; another text is returned unchanged.
    package static func name(_ id: String?) -> String {
        guard let id, let letter = id.first, text(String(letter)) == id.replacing("_", with: "-") else {
            return id ?? ""
        }
        return letter.uppercased()
    }
}
