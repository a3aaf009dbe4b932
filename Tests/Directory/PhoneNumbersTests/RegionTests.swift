// SPDX-License-Identifier: MIT

import PhoneNumbers
import TestNames
import Testing

struct RegionTests {
    @Test(arguments: [
        (["LANG": "de_AT.UTF-8"], "AT"), (["LANG": "de_AT"], "AT"), (["LANG": "de_AT@euro"], "AT"),
        (["LANG": "de-AT"], "AT"), (["LANG": "zh_Hant_TW.UTF-8"], "TW"), (["LANG": "sr_RS.UTF-8@latin"], "RS"),
        (["LANG": "pt_br.utf8"], "BR"),
        (["LC_TELEPHONE": "fr_CH.UTF-8", "LC_ALL": "en_US.UTF-8", "LANG": "de_DE.UTF-8"], "CH"),
        (["LC_ALL": "en_US.UTF-8", "LANG": "de_DE.UTF-8"], "US"),
        (["LC_TELEPHONE": "", "LC_ALL": "", "LANG": "de_DE.UTF-8"], "DE"),
        (["LC_ALL": "C.UTF-8", "LANG": "nl_NL.UTF-8"], "NL"),
        (["LC_TELEPHONE": "eo", "LANG": "da_DK.UTF-8"], "DK"),
    ])
    func `The region of the user is the country of the locale for telephones`(
        _ environment: [String: String], _ code: String
    ) {
        #expect(Region(environment: environment).code == code)
    }

    @Test(
        arguments: [
            [:], ["LANG": "C"], ["LANG": "POSIX"], ["LANG": "C.UTF-8"], ["LANG": "en"], ["LANG": "es_419"],
            ["LANG": "en_150.UTF-8"], ["LANG": "de_XX.UTF-8"], ["LANG": "_"], ["LANG": "__.."], ["LANG": "DE"],
            ["LANG": "de_ZZ"], ["LANG": "de_\u{0}\u{0}"], ["LC_MESSAGES": "de_DE.UTF-8"],
            ["LANG": String(repeating: "_", count: 1_000_000)],
            ["LANG": String(repeating: "x", count: 1_000_000) + "_DE"],
        ].map(Shortened.init))
    func `A locale without a known country gives the unknown region`(_ environment: Shortened<[String: String]>) {
        #expect(Region(environment: environment.value) == .unknown)
        #expect(Region.unknown.code == "ZZ")
    }

    @Test(arguments: [("DE", "DE"), ("at", "AT"), ("gB", "GB"), ("XK", "XK"), ("ZZ", "ZZ"), ("zz", "ZZ")])
    func `A region can be set by its code in upper or lower case`(_ code: String, _ expected: String) throws {
        #expect(try Region(code: code).code == expected)
    }

    @Test func `Each country has a name for people, and is listed once`() throws {
        let germany = try Region(code: "DE")
        #expect(germany.name == "Germany")
        #expect(Region.all.contains(germany) && Set(Region.all).count == Region.all.count && Region.all.count > 200)
        #expect(!Region.all.contains(.unknown))
    }

    @Test func `The digits that a person dials begin a number of the country`() throws {
        let (germany, italy) = (try Region(code: "DE"), try Region(code: "IT"))
        #expect(germany.beginnings("030").contains("+4930") && germany.beginnings("0044").contains("+44"))
        #expect(germany.beginnings("+4930") == ["+4930"])
        #expect(italy.beginnings("06").contains("+3906"))
        #expect(Region.unknown.beginnings("030").isEmpty)
    }

    @Test(arguments: ["", "D", "DEU", "UK", "XX", "49", "+4", "D\u{0}", "\u{0}\u{0}", "ß", "Ä", "001", "ＤＥ", "D E"])
    func `A code that is not a country is refused, and the error says which codes exist`(_ code: String) {
        let error = #expect(throws: UnknownRegionError.self) { try Region(code: code) }
        #expect(error?.message.contains("write two letters of ISO 3166-1") == true)
        #expect(error?.message.contains("use GB") == (code == "UK"))
    }
}
