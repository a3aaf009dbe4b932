// SPDX-License-Identifier: MIT

import SDBus

/// The interfaces that a distributor calls. A call with an unknown token gets the same reply as any other.
enum ConnectorInterface {
    static var two: Interface<PushConnector> {
        Interface(
            UnifiedPush.connector2,
            [
                .method(
                    "Message", takes: ("args", [String: Variant].self), returns: ("result", [String: Variant].self)
                ) { (connector, _, arguments) in
                    if let bytes = arguments[UnifiedPush.Key.message]?.bytes {
                        connector.message(bytes, token: token(arguments))
                    }
                    return arguments.filter { $0.key == UnifiedPush.Key.id }
                },
                .method(
                    "NewEndpoint", takes: ("args", [String: Variant].self), returns: ("result", [String: Variant].self)
                ) { (connector, _, arguments) in
                    connector.newEndpoint(arguments[UnifiedPush.Key.endpoint]?.string ?? "", token: token(arguments))
                    return [:]
                },
                .method(
                    "Unregistered", takes: ("args", [String: Variant].self), returns: ("result", [String: Variant].self)
                ) { (connector, _, arguments) in
                    connector.unregistered(token: token(arguments))
                    return [:]
                },
            ])
    }

    static var one: Interface<PushConnector> {
        Interface(
            UnifiedPush.connector1,
            [
                .method("Message", takes: ("token", String.self), ("message", [UInt8].self), ("id", String.self)) {
                    (connector, _, token, message, _) in
                    connector.message(message, token: token)
                },
                .method("NewEndpoint", takes: ("token", String.self), ("endpoint", String.self)) {
                    (connector, _, token, endpoint) in
                    connector.newEndpoint(endpoint, token: token)
                },
                // An empty token confirms the end that the app wanted.
                .method("Unregistered", takes: ("token", String.self)) { (connector, _, token) in
                    connector.unregistered(token: token)
                },
            ])
    }

    private static func token(_ arguments: [String: Variant]) -> String {
        arguments[UnifiedPush.Key.token]?.string ?? ""
    }
}
