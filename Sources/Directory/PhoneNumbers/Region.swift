// SPDX-License-Identifier: MIT

/// The country in which a number without a country code is dialled.
package struct Region: Hashable, Sendable {
    /// Only numbers with a country code can be read.
    package static let unknown = Region(known: unknownCode)
    private static let unknownCode = "ZZ"

    /// Two letters of ISO 3166-1 in upper case; "ZZ" for the unknown region.
    package let code: String

    /// The region with that code, in upper or lower case.
    package init(code: String) throws(UnknownRegionError) {
        // Only ASCII, because `ß` is `SS` in upper case.
        guard code.utf8.count == 2, code.allSatisfy(\.isASCII) else { throw UnknownRegionError() }
        let code = code.uppercased()
        guard code == Self.unknownCode || Libphonenumber.hasRegion(code) else { throw UnknownRegionError() }
        self.code = code
    }

    /// The region of the user, from the locale in the environment of a process.
    ///
    /// `LC_TELEPHONE` comes before `LC_ALL` and `LANG`, because a user sets it only to name this region, whereas a
    /// script or a unit sets `LC_ALL` for the language of messages. A locale without a known region, such as `C`, has
    /// no effect.
    package init(environment: [String: String]) {
        let locales = ["LC_TELEPHONE", "LC_ALL", "LANG"].compactMap { environment[$0] }
        self = locales.lazy.compactMap(Region.init(locale:)).first ?? .unknown
    }

    init(known code: String) { self.code = code }

    /// `de_AT.UTF-8@euro` has the region `AT`, and so has `de-Latn-AT`.
    private init?(locale: String) {
        let name = locale.prefix(64).prefix { $0 != "." && $0 != "@" }
        let subtags = name.split { $0 == "_" || $0 == "-" }
        guard let territory = subtags.dropFirst().last(where: { $0.utf8.count == 2 }),
            let region = try? Region(code: String(territory)), region != .unknown
        else { return nil }
        self = region
    }
}

/// A code that is not a region.
package struct UnknownRegionError: Error, Hashable, Sendable {
    /// What is wrong, and what to do.
    package var message: String { "The region is not a known country; write two letters of ISO 3166-1, such as DE" }
}
