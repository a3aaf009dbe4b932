// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import SDBus
import Testing

/// The values of dialing, and of new contacts.
struct DialingTests {
    private func registry(_ providers: [String: [Key: Variant]]) -> Registry {
        var objects = Registry.Objects()
        for (name, facts) in providers {
            var properties = [String: Variant]([.identifier: .string(name), .localizedName: .string(name)])
            for (key, value) in facts { properties[key] = value }
            objects[ObjectPath(trusted: "/root/providers/\(name)")] = [CallManagerName.provider.text: properties]
        }
        return Registry(objects, at: "/root")
    }

    @Test func `Only apps that can call the type of handle are lines, and one line leaves no choice`() {
        let apps = registry([
            "Mail": [.supportedHandleTypes: .strings(["email-address"])],
            "Modem": [.supportedHandleTypes: .strings(["phone-number"])], "Any": [:],
        ])
        #expect(PhoneLine.lines(for: .phoneNumber, in: apps).map(\.provider) == ["", "Any", "Modem"])
        let one = registry(["Modem": [:]])
        #expect(PhoneLine.lines(for: .phoneNumber, in: one).map(\.provider) == ["Modem"])
    }

    @Test func `The first proposed line that can call is first, and calls if the user chooses none`() {
        let apps = registry([
            "Mail": [.supportedHandleTypes: .strings(["email-address"])], "One": [:], "Two": [:], "Three": [:],
        ])
        func lines(_ proposed: String...) -> [String] {
            let lines = PhoneLine.lines(for: .phoneNumber, in: apps, proposed: proposed).map(\.provider)
            #expect(PhoneLine.provider(for: .phoneNumber, in: apps, proposed: proposed) == lines[0])
            return lines
        }
        #expect(lines() == ["", "One", "Three", "Two"])
        #expect(lines("Two") == ["Two", "", "One", "Three"])
        #expect(lines("Three", "Two") == ["Three", "", "One", "Two"])
        #expect(lines("Gone", "Mail", "Two") == ["Two", "", "One", "Three"])
        #expect(lines("Gone", "Mail") == ["", "One", "Three", "Two"])
        // With one line there is no choice, and the service may start another app.
        let one = registry(["One": [:]])
        #expect(PhoneLine.lines(for: .phoneNumber, in: one, proposed: ["Gone"]).map(\.provider) == ["One"])
        #expect(PhoneLine.provider(for: .phoneNumber, in: one, proposed: ["Gone"]) == "")
    }

    @Test func `The first line is selected until the user selects another one, which stays while it is there`() {
        func lines(_ providers: String...) -> [PhoneLine] { providers.map { PhoneLine(provider: $0, title: $0) } }
        var choice = LineChoice()
        choice.offer(lines("", "One", "Two"))
        #expect(choice.selected == 0 && choice.provider == nil)
        choice.select(0)
        choice.offer(lines("Two", "", "One"))
        #expect(choice.selected == 0 && choice.provider == nil)
        choice.select(1)
        #expect(choice.selected == 1 && choice.provider == "")
        choice.offer(lines("", "One", "Two"))
        #expect(choice.selected == 0 && choice.provider == "")
        choice.select(2)
        choice.offer(lines("Two", "", "One"))
        #expect(choice.selected == 0 && choice.provider == "Two")
        choice.offer(lines("", "One", "Three"))
        #expect(choice.selected == 0 && choice.provider == nil)
        choice.select(1)
        choice.offer(lines("One"))
        #expect(choice.selected == 0 && choice.provider == nil && !choice.isOffered)
    }

    @Test func `Emergency numbers and short numbers are dialed without a question, however they are written`() {
        let none = registry([:])
        for number in ["112", "911", "1 1 2", "1-1 2", "*100#"] { #expect(none.dialsAsIs(KeypadText(number))) }
        for text in ["+4930123456", "0800 1110111", "ada", ""] { #expect(!none.dialsAsIs(KeypadText(text))) }
        let modem = registry(["Modem": [.emergencyNumbers: .strings(["08001110111", "ada"])]])
        #expect(modem.dialsAsIs(KeypadText("0800 111-0111")))
        #expect(!modem.dialsAsIs(KeypadText("0800 1110112")))
        #expect(!modem.dialsAsIs(KeypadText("ada")))
    }

    @Test func `The beginning of an emergency number is recognized`() {
        let none = registry([:])
        for text in ["1", "11", "112", "1 1", "9", "911"] { #expect(none.mayBecomeEmergency(KeypadText(text))) }
        for text in ["", "110", "1122", "568", "ada"] { #expect(!none.mayBecomeEmergency(KeypadText(text))) }
        let modem = registry(["Modem": [.emergencyNumbers: .strings(["110"])]])
        #expect(modem.mayBecomeEmergency(KeypadText("110")))
    }

    @Test func `A name cannot add lines to a vCard`() {
        let card = ContactCard.text(
            name: "Ada\r\nTEL:666;x", Handle(kind: .phoneNumber, value: "+4930\u{2028}1"))
        #expect(card.split(separator: "\r\n").count == 6)
        #expect(card.contains("FN:Ada  TEL:666\\;x\r\n"))
        #expect(card.contains("TEL:+4930 1\r\n"))
    }
}
