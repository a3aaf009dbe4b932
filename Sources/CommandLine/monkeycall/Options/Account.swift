// SPDX-License-Identifier: MIT
import ArgumentParser
import Glibc

/// A user of the machine.
struct Account {
    let uid: UInt32
    /// As the argument had it.
    let name: String

    /// By name, or by uid.
    init(_ argument: String) throws(ValidationError) {
        guard let uid = UInt32(argument) ?? getpwnam(argument)?.pointee.pw_uid else {
            throw ValidationError("There is no user '\(argument.printable)'; give a user name or a uid")
        }
        (self.uid, self.name) = (uid, argument)
    }
}
