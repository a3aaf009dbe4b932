// SPDX-License-Identifier: MIT
import ArgumentParser
import CallInterface

/// The types of handle.
enum HandleType: String, ExpressibleByArgument, CaseIterable {
    case generic
    case phoneNumber = "phone-number"
    case emailAddress = "email-address"

    /// What a handle looks like: a plus sign and digits are a phone number, something with an @ and no scheme is an
    /// email address.
    init(guessing value: String) {
        let digits = value.utf8.filter { byte in !" -./()".utf8.contains(byte) }
        if digits.first == UInt8(ascii: "+"), digits.count > 1,
            digits.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        {
            self = .phoneNumber
        } else if value.contains("@"), !value.contains(":") {
            self = .emailAddress
        } else {
            self = .generic
        }
    }
}

extension WireHandle {
    /// A handle as people write it.
    init(guessing value: String) {
        self.init(type: HandleType(guessing: value).rawValue, value: value)
    }
}
