// SPDX-License-Identifier: MIT

import BusTesting

/// A suite whose tests begin with a service, a directory and a phone that has registered.
class DirectorySuite {
    let stage: Stage
    let directory: DirectoryUnderTest
    let phone: Provider

    /// - Parameters:
    ///   - stage: the stage; nil = one whose service keeps no state
    ///   - configuration: that of the phone
    ///   - allowsFloods: whether the bus of the directory carries any number of messages
    init(_ stage: Stage? = nil, phone configuration: [String: DBusValue] = [:], allowsFloods: Bool = false) throws {
        let stage = try stage ?? Stage()
        self.stage = stage
        directory = try DirectoryUnderTest(stage, allowsFloods: allowsFloods)
        phone = try stage.app("Phone", configuration)
    }
}
