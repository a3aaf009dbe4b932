// SPDX-License-Identifier: MIT

// The contract on the bus speaks the contract's words: who imports this module gets them too.
@_exported public import CallContract
public import SDBus

/// The names of the service on the bus, as `dbus/*.xml` and the activation file give them.
public enum CallManagerName {
    /// The well-known bus name.
    public static let bus: BusName = "org.monkeycall.CallManager"
    /// The manager object. `calls/` and `providers/` lie below it; for uid 0 also `user/_<uid>`, the same tree per
    /// user.
    public static let path: ObjectPath = "/org/monkeycall/CallManager"

    /// The interface that CXProvider and CXCallController speak.
    public static let manager: InterfaceName = "org.monkeycall.CallManager"
    /// The owner of the audio session, the calls that wait for it, and the sound for the primary shell.
    public static let audio: InterfaceName = "org.monkeycall.CallManager.Audio"
    /// The interface of a call.
    public static let call: InterfaceName = "org.monkeycall.CallManager.Call"
    /// The interface of a provider.
    public static let provider: InterfaceName = "org.monkeycall.CallManager.Provider"
    /// The beginning of every error name of the service's own.
    public static let errorPrefix = "org.monkeycall.CallManager.Error."
}

/// The names of the agent on the session's bus, as `dbus/org.monkeycall.Agent.xml` gives them.
public enum AgentName {
    /// The well-known bus name.
    public static let bus: BusName = "org.monkeycall.Agent"
    /// The interface.
    public static let interface: InterfaceName = "org.monkeycall.Agent"
    /// The only object.
    public static let path: ObjectPath = "/org/monkeycall/Agent"
    /// The beginning of every error name of the agent's own.
    public static let errorPrefix = "org.monkeycall.Agent.Error."
    /// The interface of the object for surfaces that show calls and act on them.
    public static let calls: InterfaceName = "org.monkeycall.Agent.Calls"
    /// The method that switches the user's own do-not-disturb.
    public static let setDoNotDisturb: MemberName = "SetDoNotDisturb"
    /// The method that asks the user about the call of a link.
    public static let confirmCall: MemberName = "ConfirmCall"
    /// The error of a question that the user cannot be asked.
    public static let cannotAsk = errorPrefix + "CannotAsk"
    /// The error of a button that the call does not have.
    public static let notOffered = errorPrefix + "NotOffered"
}

/// The names of the program of the test call on the session's bus, as `dbus/org.monkeycall.Echo.xml` gives them.
public enum EchoName {
    /// The well-known bus name.
    public static let bus: BusName = "org.monkeycall.Echo"
    /// The interface.
    public static let interface: InterfaceName = "org.monkeycall.Echo"
    /// The only object.
    public static let path: ObjectPath = "/org/monkeycall/Echo"
    /// The method that makes a test call ring.
    public static let start: MemberName = "Start"
    /// The beginning of every error name of the program's own.
    public static let errorPrefix = "org.monkeycall.Echo.Error."
}

/// The names of the window on the session's bus: those of a desktop application.
public enum PhoneName {
    /// The well-known bus name, and the id of the desktop file.
    public static let bus: BusName = "org.monkeycall.Phone"
    /// The action that shows a call; its parameter is the call's UUID.
    public static let showCall = "show-call"
    /// The action that shows the recent calls.
    public static let showRecents = "show-recents"
    /// The action that opens the settings.
    public static let showSettings = "show-settings"
}

/// The names of the bridges on the session's bus and on the system's, as `dbus/org.monkeycall.Bridge.xml` gives them.
public enum BridgeName {
    /// The well-known bus name.
    public static let bus: BusName = "org.monkeycall.Bridge"
    /// The interface.
    public static let interface: InterfaceName = "org.monkeycall.Bridge"
    /// The only object.
    public static let path: ObjectPath = "/org/monkeycall/Bridge"
    /// The method that lists the programs whose calls the bridge carries.
    public static let listSources: MemberName = "ListSources"
}

/// The names of a user's directory on the session's bus, as `dbus/org.monkeycall.Directory*.xml` gives them.
public enum DirectoryName {
    /// The well-known bus name.
    public static let bus: BusName = "org.monkeycall.Directory"
    /// The interface for callers and contacts.
    public static let interface: InterfaceName = "org.monkeycall.Directory"
    /// The only object.
    public static let path: ObjectPath = "/org/monkeycall/Directory"
    /// The interface of the rules, and of the sources of lists.
    public static let lists: InterfaceName = "org.monkeycall.Directory.Lists"
    /// The interface of a load of the lists of a source.
    public static let load: InterfaceName = "org.monkeycall.Directory.Load"
    /// The folder of the loads.
    public static let loads: ObjectPath = "/org/monkeycall/Directory/loads"
    /// The interface that call directory extensions implement.
    public static let `extension`: InterfaceName = "org.monkeycall.Directory.Extension"
    /// The interface of the calls that have ended.
    public static let history: InterfaceName = "org.monkeycall.Directory.History"
    /// The signal of `.History`, `.Favourites`, `.Lists`, `.Screening` and `.Apps` that their lists would have other
    /// entries now.
    public static let changed: MemberName = "Changed"
    /// The interface of the apps that screen calls.
    public static let screening: InterfaceName = "org.monkeycall.Directory.Screening"
    /// The interface of the favourites.
    public static let favourites: InterfaceName = "org.monkeycall.Directory.Favourites"
    /// The interface of the apps that the user allows or has switched off.
    public static let apps: InterfaceName = "org.monkeycall.Directory.Apps"
    /// The beginning of every error name of the directory's own.
    public static let errorPrefix = "org.monkeycall.Directory.Error."
    /// The error of a database that cannot be used.
    public static let databaseError = errorPrefix + "NoDatabase"
    /// The error of a name that no contact has.
    public static let unknownContactError = errorPrefix + "UnknownContact"
    /// The error of a name that several contacts have.
    public static let ambiguousContactError = errorPrefix + "AmbiguousContact"
    /// The error of a redial without an outgoing call.
    public static let noCallError = errorPrefix + "NoCall"
}

extension PhoneName {
    /// Runs one of the window's actions. The bus starts the program if it does not run.
    package static var activateAction: CallTarget {
        CallTarget(bus, ObjectPath(ofProgram: bus), "org.freedesktop.Application", "ActivateAction")
    }
}

/// The D-Bus names of ModemManager.
package enum ModemManagerName {
    package static let bus: BusName = "org.freedesktop.ModemManager1"
    package static let path: ObjectPath = "/org/freedesktop/ModemManager1"
    package static let modem: InterfaceName = "org.freedesktop.ModemManager1.Modem"
    package static let network: InterfaceName = "org.freedesktop.ModemManager1.Modem.Modem3gpp"
    package static let voice: InterfaceName = "org.freedesktop.ModemManager1.Modem.Voice"
    package static let sim: InterfaceName = "org.freedesktop.ModemManager1.Sim"
    package static let call: InterfaceName = "org.freedesktop.ModemManager1.Call"
}

/// The D-Bus names of GNOME Calls.
package enum GnomeCallsName {
    package static let bus: BusName = "org.gnome.Calls"
    package static let path: ObjectPath = "/org/gnome/Calls"
    /// The folder of the calls.
    package static let calls: ObjectPath = "/org/gnome/Calls/Call"
    package static let call: InterfaceName = "org.gnome.Calls.Call"
    package static let application: InterfaceName = "org.freedesktop.Application"

    package enum Method: String, CaseIterable, MemberNaming {
        case accept = "Accept"
        case hangup = "Hangup"
        case sendDtmf = "SendDtmf"
        case silence = "Silence"
    }

    package enum Property: String, CaseIterable, MemberNaming {
        case inbound = "Inbound"
        case state = "State"
        case id = "Id"
        case displayName = "DisplayName"
        case imagePath = "ImagePath"
        case `protocol` = "Protocol"
        case encrypted = "Encrypted"
        case canDtmf = "CanDtmf"
    }

    /// The numbers are those of ModemManager's first version, which GNOME Calls took over.
    package enum State: UInt32, CaseIterable {
        case active = 1
        case held = 2
        case dialing = 3
        case alerting = 4
        case incoming = 5
        /// Comes in while another call goes on.
        case waiting = 6
        case disconnected = 7
    }
}

extension [String: Variant] {
    package subscript(gnome property: GnomeCallsName.Property) -> Variant? { self[property.rawValue] }
}

extension CallError {
    /// The error as the bus carries it.
    package var onBus: BusError { BusError(name: code.name, message: message) }
}

extension CallError.Code {
    /// Two are standard D-Bus errors, the others are the contract's.
    package var name: String {
        switch self {
        case .invalidArgs: StandardErrorName.invalidArgs
        case .accessDenied: StandardErrorName.accessDenied
        case .incomingUnentitled, .incomingCallUUIDAlreadyExists, .filteredByDoNotDisturb, .incomingBusy,
            .filteredByBlockList, .filteredByUser, .filteredDuringRestrictedSharingMode,
            .filteredBySensitiveParticipants, .incomingCallIsProtected,
            .incomingMaximumCallGroupsReached, .requestUnentitled, .unknownCallProvider, .emptyTransaction,
            .unknownCallUUID, .requestCallUUIDAlreadyExists, .invalidAction, .requestMaximumCallGroupsReached,
            .requestCallIsProtected, .requestCallAnswered, .unentitled, .unknownCall, .unknownProvider,
            .startCallNotHandled, .unknownAction, .actionAlreadyCompleted, .providerAlreadyRegistered, .limitsExceeded,
            .noShell, .directoryAlreadyRegistered, .noDirectory:
            CallManagerName.errorPrefix + rawValue
        }
    }
}

extension BusError {
    /// The service's refusal; nil for an error of the bus, and for one of a newer service that is not known here.
    package var code: CallError.Code? { CallError.Code.allCases.first { $0.name == name } }
}

extension TestCall.Refusal {
    /// The D-Bus name.
    package var name: String { EchoName.errorPrefix + rawValue }

    /// Nil for the name of another error.
    package init?(name: String) {
        guard name.hasPrefix(EchoName.errorPrefix) else { return nil }
        self.init(rawValue: String(name.dropFirst(EchoName.errorPrefix.utf8.count)))
    }
}

extension ListErrorCode {
    /// The D-Bus name.
    package var name: String { DirectoryName.errorPrefix + rawValue }

    /// Nil for the name of another error.
    package init?(name: String) {
        guard name.hasPrefix(DirectoryName.errorPrefix) else { return nil }
        self.init(rawValue: String(name.dropFirst(DirectoryName.errorPrefix.utf8.count)))
    }
}
