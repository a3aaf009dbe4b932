// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// `org.monkeycall.CallManager.Provider`, as `dbus/org.monkeycall.CallManager.Provider.xml` describes it.
func providerTable() -> Interface<ProviderNode> {
    Interface(
        CallManagerName.provider,
        [
            .property(.identifier, emits: .const) { node in node.text(node.provider.identifier) },
            .property(.busName, emits: .const) { node in node.text(node.provider.client.name) },
            .property(.processID, emits: .const) { node in node.isOpen ? node.peer?.pid ?? 0 : 0 },
            .property(.appID, emits: .const) { node in node.text(node.peer?.app ?? "") },
            .property(.unit, emits: .const) { node in node.text(node.peer?.unit ?? "") },
            .property(.providerClass, emits: .const) { node in node.text(node.provider.providerClass.rawValue) },
            .property(.localizedName) { node in node.text(node.provider.configuration.localizedName) },
            .property(.icon) { node in node.text(node.provider.configuration.icon) },
            .property(.ringtone) { node in node.text(node.provider.configuration.ringtone) },
            .property(.maximumCallGroups) { node in node.number(node.provider.configuration.maximumCallGroups) },
            .property(.maximumCallsPerCallGroup) { node in
                node.number(node.provider.configuration.maximumCallsPerCallGroup)
            },
            .property(.supportedHandleTypes) { node in
                node.isOpen ? node.provider.configuration.supportedHandleTypes.map(\.rawValue) : []
            },
            .property(.supportsVideo) { node in node.isOpen && node.provider.configuration.supportsVideo },
            .property(.includesCallsInRecents) { node in
                node.isOpen && node.provider.configuration.includesCallsInRecents
            },
            .property(.holdsImplicitly) { node in
                node.isOpen && node.provider.configuration.holdsImplicitly == true
            },
            .property(.emergencyNumbers) { node in
                node.isOpen ? node.provider.configuration.emergencyNumbers : []
            },
            .property(.desktopEntry) { node in node.text(node.provider.configuration.desktopEntry) },
            .method(.openIcon, returns: ("icon", BusFile.self)) { (node, _) throws(BusError) in
                try node.file(\.icon, "an icon file")
            },
            .method(.openRingtone, returns: ("ringtone", BusFile.self)) { (node, _) throws(BusError) in
                try node.file(\.ringtone, "a ringtone file")
            },
        ])
}

extension ProviderNode {
    var peer: Peer? { view.user.service.bus.knownPeer(provider.client.name) }

    func number(_ value: Int) -> UInt32 { isOpen ? UInt32(clamping: value) : 0 }

    func file(_ part: (ProviderFiles) -> BusFile?, _ what: String) throws(BusError) -> BusFile {
        guard isOpen, let file = view.user.files[provider.id].flatMap(part) else {
            throw BusError(
                name: StandardErrorName.fileNotFound,
                message: "The provider has not handed over \(what). Its properties may have a themed name instead.")
        }
        return file
    }
}
