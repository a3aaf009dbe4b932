// SPDX-License-Identifier: MIT
import ArgumentParser

enum HandleType: String, ExpressibleByArgument, CaseIterable {
    case generic
    case phoneNumber = "phone-number"
    case emailAddress = "email-address"
}
