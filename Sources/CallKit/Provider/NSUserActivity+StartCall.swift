// SPDX-License-Identifier: MIT

internal import CallInterface
internal import Foundation
internal import Intents
internal import SDBus

extension NSUserActivity {
    /// A request of the user to place a call, which the service passes on.
    convenience init(startingCallTo handle: WireHandle, _ details: [String: Variant]) {
        self.init(activityType: "INStartCallIntent")
        let person = INPerson(
            personHandle: INPersonHandle(value: handle.value, type: CXHandle(handle).type.personHandleType),
            nameComponents: nil, displayName: nil, image: nil,
            contactIdentifier: details[Key.contactIdentifier]?.string, customIdentifier: nil)
        let intent = INStartCallIntent(
            callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: .unknown, destinationType: .normal,
            contacts: [person], callCapability: details[Key.video]?.bool == true ? .videoCall : .audioCall)
        interaction = INInteraction(intent: intent, response: nil)
        interaction?.direction = .outgoing
        userInfo = ["handle": handle.value]
        userInfo?[Key.activationToken] = details[Key.activationToken]?.string
    }
}

extension CXHandle.HandleType {
    fileprivate var personHandleType: INPersonHandleType {
        switch self {
        case .generic: .unknown
        case .phoneNumber: .phoneNumber
        case .emailAddress: .emailAddress
        }
    }
}
