// SPDX-License-Identifier: MIT

import SDBus

/// The words of UnifiedPush on D-Bus: the specification 0.3.0 (`Connector2`, `Distributor2`), and 0.2.0 (`…1`).
enum UnifiedPush {
    static let connectorPath: ObjectPath = "/org/unifiedpush/Connector"
    static let connector1: InterfaceName = "org.unifiedpush.Connector1"
    static let connector2: InterfaceName = "org.unifiedpush.Connector2"
    private static let distributorPath: ObjectPath = "/org/unifiedpush/Distributor"
    private static let distributor1: InterfaceName = "org.unifiedpush.Distributor1"
    private static let distributor2: InterfaceName = "org.unifiedpush.Distributor2"

    enum Key {
        static let token = "token"
        static let message = "message"
        static let id = "id"
        static let endpoint = "endpoint"
        static let service = "service"
        static let description = "description"
        static let vapid = "vapid"
        static let success = "success"
        static let reason = "reason"
    }

    /// A method of the distributor.
    static func target(_ distributor: String, _ version: Registration.Version, _ member: MemberName) -> CallTarget {
        let interface = version == .two ? distributor2 : distributor1
        return CallTarget(BusName(trusted: distributor), distributorPath, interface, member)
    }

    /// The distributor's answer to Register. Older texts of the specification have another word for success.
    static func answer(
        _ reply: Result<Message, BusError>, _ version: Registration.Version
    ) -> Registration.Answer {
        switch reply {
        case .failure(let error): return saysNoInterface(error) ? .noInterface : .unreachable
        case .success(let message):
            let (success, reason) = words(message, version)
            return ["REGISTRATION_SUCCEEDED", "NEW_ENDPOINT"].contains(success) ? .accepted : .refused(reason: reason)
        }
    }

    private static func words(_ message: Message, _ version: Registration.Version) -> (String, String) {
        switch version {
        case .two:
            let facts = (try? message.read([String: Variant].self)) ?? [:]
            return (facts[Key.success]?.string ?? "", facts[Key.reason]?.string ?? "")
        case .one: return (try? message.read(String.self, String.self)) ?? ("", "")
        }
    }

    static func saysNoInterface(_ error: BusError) -> Bool {
        [StandardErrorName.unknownMethod, StandardErrorName.unknownInterface, StandardErrorName.unknownObject]
            .contains(error.name)
    }
}

extension Variant {
    /// `ay`
    var bytes: [UInt8]? {
        guard case .array(of: "y", let elements) = self else { return nil }
        return elements.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
    }
}
