// SPDX-License-Identifier: MIT
import ArgumentParser
import Glibc

/// A user of the machine.
struct Account {
    let uid: UInt32
    /// As it was said.
    let name: String

    /// By name, or by uid.
    init(_ argument: String) throws(ValidationError) {
        guard let uid = UInt32(argument) ?? getpwnam(argument)?.pointee.pw_uid else {
            throw ValidationError("There is no user '\(argument.printable)'")
        }
        (self.uid, self.name) = (uid, argument)
    }
}
