// SPDX-License-Identifier: MIT

/// The methods that load lists: of ``DirectoryName/lists``, of ``DirectoryName/load`` and of ``DirectoryName/extension``.
public enum ListsMethodName: String, Hashable, Sendable, CaseIterable {
    // The sources.
    case beginLoad = "BeginLoad"
    case reload = "Reload"
    case enabledStatus = "EnabledStatus"
    case setSourceEnabled = "SetSourceEnabled"
    case setSourceOrder = "SetSourceOrder"
    case listSources = "ListSources"
    case removeSource = "RemoveSource"
    case importList = "ImportList"
    case exportList = "ExportList"

    // A load.
    case addBlocked = "AddBlocked"
    case addIdentified = "AddIdentified"
    case addHandles = "AddHandles"
    case removeBlocked = "RemoveBlocked"
    case removeIdentified = "RemoveIdentified"
    case removeAll = "RemoveAll"
    case commit = "Commit"
    case abort = "Abort"

    // An extension.
    case beginRequest = "BeginRequest"

    /// The interface of the method.
    public var interface: String {
        switch self {
        case .beginLoad, .reload, .enabledStatus, .setSourceEnabled, .setSourceOrder, .listSources, .removeSource,
            .importList, .exportList:
            DirectoryName.lists
        case .addBlocked, .addIdentified, .addHandles, .removeBlocked, .removeIdentified, .removeAll, .commit, .abort:
            DirectoryName.load
        case .beginRequest: DirectoryName.extension
        }
    }
}
