// SPDX-License-Identifier: MIT

package import CallInterface

extension NSUserActivity {
    /// A request of the user to place a call, which the service passes on.
    package convenience init(startingCallTo handle: Handle, _ details: StartCallDetails) {
        self.init(activityType: "INStartCallIntent")
        let person = INPerson(
            personHandle: INPersonHandle(value: handle.value, type: INPersonHandleType(handle.kind)),
            nameComponents: nil, displayName: details.displayName.isEmpty ? nil : details.displayName, image: nil,
            contactIdentifier: details.contactIdentifier.isEmpty ? nil : details.contactIdentifier,
            customIdentifier: nil)
        let intent = INStartCallIntent(
            callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: .unknown, destinationType: .normal,
            contacts: [person], callCapability: details.video ? .videoCall : .audioCall)
        interaction = INInteraction(intent: intent, response: nil)
        interaction?.direction = .outgoing
        userInfo = ["handle": handle.value]
        if !details.activationToken.isEmpty { userInfo?[Key.activationToken.rawValue] = details.activationToken }
    }
}

extension INPersonHandleType {
    fileprivate init(_ kind: Handle.Kind) {
        switch kind {
        case .generic: self = .unknown
        case .phoneNumber: self = .phoneNumber
        case .emailAddress: self = .emailAddress
        }
    }
}
