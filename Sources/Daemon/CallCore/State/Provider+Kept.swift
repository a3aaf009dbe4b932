// SPDX-License-Identifier: MIT

extension Provider: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(id)
        writer.write(identifier)
        writer.write(client)
        writer.write(app)
        writer.write(providerClass)
        writer.write(configuration)
        writer.write(calls)
        writer.write(isUnresponsive)
        writer.write(account)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        id = try reader.read()
        identifier = try reader.read()
        client = try reader.read()
        app = try reader.read()
        providerClass = try reader.read()
        configuration = try reader.read()
        calls = try reader.read()
        isUnresponsive = try reader.read()
        account = reader.format >= 3 ? try reader.read() : .unknown(app: app, client)
    }
}

extension ProviderConfiguration: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(localizedName)
        writer.write(maximumCallGroups)
        writer.write(maximumCallsPerCallGroup)
        writer.write(supportedHandleTypes)
        writer.write(supportsVideo)
        writer.write(includesCallsInRecents)
        writer.write(holdsImplicitly)
        writer.write(desktopEntry)
        writer.write(icon)
        writer.write(ringtone)
        writer.write(emergencyNumbers)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self.init()
        localizedName = try reader.read()
        maximumCallGroups = try reader.read()
        maximumCallsPerCallGroup = try reader.read()
        supportedHandleTypes = try reader.read()
        supportsVideo = try reader.read()
        includesCallsInRecents = try reader.read()
        holdsImplicitly = try reader.read()
        desktopEntry = try reader.read()
        icon = Self.themed(try reader.read())
        ringtone = Self.themed(try reader.read())
        if reader.format >= 3 { emergencyNumbers = try reader.read() }
    }

    /// An earlier service accepted paths and addresses.
    private static func themed(_ name: String) -> String { Limits().allowsThemedName(name) ? name : "" }
}

extension Handle: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(kind)
        writer.write(value)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        let kind: Kind = try reader.read()
        self.init(kind: kind, value: try reader.read())
    }
}
