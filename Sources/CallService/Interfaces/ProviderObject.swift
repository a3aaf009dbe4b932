// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// `org.monkeycall.CallManager.Provider`, as `dbus/org.monkeycall.CallManager.Provider.xml` describes it.
func providerTable() -> Interface<ProviderNode> {
    Interface(
        CallManagerName.provider,
        [
            .property("Identifier", emits: .const) { node in node.text(node.provider.identifier) },
            .property("BusName", emits: .const) { node in node.text(node.provider.client.name) },
            .property("ProcessID", emits: .const) { node in node.isOpen ? node.peer?.pid ?? 0 : 0 },
            .property("AppID", emits: .const) { node in node.text(node.peer?.app ?? "") },
            .property("Unit", emits: .const) { node in node.text(node.peer?.unit ?? "") },
            .property("Class", emits: .const) { node in node.text(node.provider.providerClass.rawValue) },
            .property("LocalizedName") { node in node.text(node.provider.configuration.localizedName) },
            .property("Icon") { node in node.text(node.provider.configuration.icon) },
            .property("Ringtone") { node in node.text(node.provider.configuration.ringtone) },
            .property("MaximumCallGroups") { node in node.number(node.provider.configuration.maximumCallGroups) },
            .property("MaximumCallsPerCallGroup") { node in
                node.number(node.provider.configuration.maximumCallsPerCallGroup)
            },
            .property("SupportedHandleTypes") { node in
                node.isOpen ? node.provider.configuration.supportedHandleTypes.map(\.rawValue) : []
            },
            .property("SupportsVideo") { node in node.isOpen && node.provider.configuration.supportsVideo },
            .property("IncludesCallsInRecents") { node in
                node.isOpen && node.provider.configuration.includesCallsInRecents
            },
            .property("HoldsImplicitly") { node in
                node.isOpen && node.provider.configuration.holdsImplicitly == true
            },
            .property("DesktopEntry") { node in node.text(node.provider.configuration.desktopEntry) },
            .method("OpenIcon", returns: ["icon"]) { (node, _) throws(BusError) -> BusFile in
                try node.file(\.icon, "an icon file")
            },
            .method("OpenRingtone", returns: ["ringtone"]) { (node, _) throws(BusError) -> BusFile in
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
                name: "org.freedesktop.DBus.Error.FileNotFound",
                message: "The provider has not handed over \(what). Its properties may have a themed name instead.")
        }
        return file
    }
}
