// SPDX-License-Identifier: MIT

public import CallContract
public import SDBus

// The words of the contract that are names of members.

extension MethodName: MemberNaming {
    /// The interface that has the method.
    public var interface: InterfaceName {
        switch self {
        case .registerProvider, .setProviderConfiguration, .invalidateProvider, .reportNewIncomingCall,
            .reportExistingCall, .reportCallUpdated, .reportCallEnded, .reportOutgoingCallStartedConnecting,
            .reportOutgoingCallConnected, .fulfillAction, .failAction, .requestTransaction, .listCalls,
            .listEndedCalls, .explainCall, .listProviders, .listUsers, .subscribe, .unsubscribe, .requestStartCall,
            .answerStartCall, .registerShell, .setShellState, .registerDirectory, .setDirectoryState, .answerScreening,
            .identifyCall, .takeEndedCalls:
            CallManagerName.manager
        case .setRoute, .silenceAlert: CallManagerName.audio
        case .answer, .end, .decline, .setHeld, .setMuted, .setGroup, .playDTMF, .silence: CallManagerName.call
        case .openIcon, .openRingtone: CallManagerName.provider
        }
    }
}

extension SignalName: MemberNaming {}

extension BusSignal {
    /// The last signal to a program that reads more slowly than an object tells its changes.
    package static func subscriptionEnded(_ path: ObjectPath, _ interface: InterfaceName) -> BusSignal {
        BusSignal(path, interface, SignalName.subscriptionEnded.member)
    }
}

extension Message {
    /// Whether a directory has sent its last signal, because the receiver reads too slowly.
    package var endsSubscription: Bool {
        path == DirectoryName.path && member == SignalName.subscriptionEnded.rawValue
    }
}

extension SurfaceMethod: MemberNaming {}

extension Key: MemberNaming {}

extension DirectoryMethod {
    /// The interface that has the method.
    public var interface: InterfaceName {
        guard let dot = rawValue.lastIndex(of: ".") else { return DirectoryName.interface }
        return InterfaceName(trusted: "\(DirectoryName.interface).\(rawValue[..<dot])")
    }

    /// The name of the method in its interface.
    public var member: MemberName {
        guard let dot = rawValue.lastIndex(of: ".") else { return MemberName(trusted: rawValue) }
        return MemberName(trusted: String(rawValue[rawValue.index(after: dot)...]))
    }
}

// The members of the contract's interfaces, by the names that the clients use too. They are inlinable because the
// compiler then specializes them for their arguments.

extension Member {
    /// A property, which has the name of its key.
    @inlinable
    public static func property<Value: BusValue & Equatable>(
        _ key: Key, emits: PropertyChange = .change, _ getter: @escaping (Node) -> Value
    ) -> Member {
        property(key.member, emits: emits, getter)
    }

    /// The same for a value that is costly to get: `comparing` returns a mark that differs if the value does.
    @inlinable
    public static func property<Value: BusValue, Mark: Equatable>(
        _ key: Key, emits: PropertyChange = .change, comparing mark: @escaping (Node) -> Mark,
        _ getter: @escaping (Node) -> Value
    ) -> Member {
        property(key.member, emits: emits, comparing: mark, getter)
    }

    /// A method.
    @inlinable
    public static func method<each In: BusValue, each Out: BusValue>(
        _ name: MethodName, for access: Access = .everyone, takes arguments: repeat (String, (each In).Type),
        returns results: repeat (String, (each Out).Type),
        by handler: @escaping (Node, MethodCall, repeat each In) throws(BusError) -> (repeat each Out)
    ) -> Member {
        method(name.member, for: access, takes: repeat each arguments, returns: repeat each results, by: handler)
    }

    /// A method that replies later.
    @inlinable
    public static func deferredMethod<each In: BusValue, each Out: BusValue>(
        _ name: MethodName, for access: Access = .everyone, takes arguments: repeat (String, (each In).Type),
        returns results: repeat (String, (each Out).Type),
        by handler:
            @escaping (Node, MethodCall, PendingReply<repeat each Out>, repeat each In) throws(BusError) -> Void
    ) -> Member {
        deferredMethod(
            name.member, for: access, takes: repeat each arguments, returns: repeat each results, by: handler)
    }

    /// A method of a directory.
    package static func method<each In: BusValue, each Out: BusValue>(
        _ name: DirectoryMethod, for access: Access = .everyone, takes arguments: repeat (String, (each In).Type),
        returns results: repeat (String, (each Out).Type),
        by handler: @escaping (Node, MethodCall, repeat each In) throws(BusError) -> (repeat each Out)
    ) -> Member {
        method(name.member, for: access, takes: repeat each arguments, returns: repeat each results, by: handler)
    }

    /// A method of a directory that replies later.
    package static func deferredMethod<each In: BusValue, each Out: BusValue>(
        _ name: DirectoryMethod, for access: Access = .everyone, takes arguments: repeat (String, (each In).Type),
        returns results: repeat (String, (each Out).Type),
        by handler:
            @escaping (Node, MethodCall, PendingReply<repeat each Out>, repeat each In) throws(BusError) -> Void
    ) -> Member {
        deferredMethod(
            name.member, for: access, takes: repeat each arguments, returns: repeat each results, by: handler)
    }

    /// A signal, for introspection.
    @inlinable
    public static func signal(
        _ name: SignalName, _ arguments: [(name: String, type: any BusValue.Type)] = []
    ) -> Member {
        signal(name.member, arguments)
    }
}

extension BusConnection {
    /// Serves programs that may want to cost the others something: each gets its turns, messages that are larger than
    /// their methods need are refused, and nothing is read that is not needed. A program may have `unanswered` calls
    /// that are answered later. Call this last, when everything is exported.
    package func serve(waitingBytes: Int, unreadBytes: Int, unanswered: Int = .max) throws(BusError) {
        readOnly(keys: Set(Key.allCases.map(\.rawValue)), values: 8_192)
        try takeTurns(waitingBytes: waitingBytes, unreadBytes: unreadBytes, unanswered: unanswered) { reason in
            CallError(.limitsExceeded, reason.message).onBus
        }
    }
}
