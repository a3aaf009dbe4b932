// SPDX-License-Identifier: MIT

internal import Foundation
internal import Glibc

// Countries for people.

extension Region {
    /// All countries that have telephone numbers, in the order of their codes.
    package static var all: [Region] { Libphonenumber.regions }

    /// The name of the country in the language of this process, such as *Germany*; the code if it has no name.
    package var name: String { Self.names.localizedString(forRegionCode: code) ?? code }

    /// Has the language of this process, because Foundation does not read it from the environment. The process sets its
    /// language before the first use of this.
    private static let names: Locale = {
        let language = setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? ""
        let name = language.prefix { $0 != "." && $0 != "@" }
        return Locale(identifier: ["", "C", "POSIX"].contains(name) ? "en" : String(name))
    }()

    /// How numbers of this country may begin in their international form, if a person begins to dial them with these
    /// digits: `030` is `+4930` in Germany. The digits may have a plus sign.
    package func beginnings(_ digits: String) -> [String] {
        if digits.hasPrefix("+") { return [digits] }
        guard let code = Libphonenumber.callingCode(of: self) else { return [] }
        let international = digits.hasPrefix("00") ? ["+" + digits.dropFirst(2)] : []
        // Italian numbers keep their zero.
        let national = [digits] + (digits.hasPrefix("0") ? [String(digits.dropFirst())] : [])
        return international + national.map { "+\(code)\($0)" }
    }
}
