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
            .registerShell, .setShellState, .registerDirectory, .setDirectoryState, .answerScreening, .identifyCall,
            .takeEndedCalls:
            CallManagerName.manager
        case .setRoute, .silenceAlert: CallManagerName.audio
        case .answer, .end, .decline, .setHeld, .setMuted, .setGroup, .playDTMF, .silence: CallManagerName.call
        case .openIcon, .openRingtone: CallManagerName.provider
        }
    }
}

extension SignalName: MemberNaming {}

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
