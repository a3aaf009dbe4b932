// SPDX-License-Identifier: MIT
import ArgumentParser

/// The types of handle.
enum HandleType: String, ExpressibleByArgument, CaseIterable {
    case generic
    case phoneNumber = "phone-number"
    case emailAddress = "email-address"
}
