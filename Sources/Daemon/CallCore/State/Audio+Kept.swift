// SPDX-License-Identifier: MIT

extension Audio: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(owner)
        writer.write(waiting)
        writer.write(alert)
        writer.write(alertRevision)
        writer.write(routes)
        writer.write(route)
        writer.write(requestedRoute)
        writer.write(hasShell)
        writer.write(isUserTalking)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        owner = try reader.read()
        waiting = try reader.read()
        alert = try reader.read()
        alertRevision = try reader.read()
        routes = try reader.read()
        route = try reader.read()
        requestedRoute = try reader.read()
        hasShell = try reader.read()
        if reader.format >= 3 { isUserTalking = try reader.read() }
    }
}

extension Audio.Owner: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(provider)
        writer.write(identifier)
        writer.write(group)
        writer.write(calls)
        writer.write(since)
        writer.write(reason)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        provider = try reader.read()
        identifier = try reader.read()
        group = try reader.read()
        calls = try reader.read()
        since = try reader.read()
        reason = try reader.read()
    }
}

extension Route: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(name)
        writer.write(localizedName)
        writer.write(kind.text)
        writer.write(isAvailable)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self.init(
            name: try reader.text(), localizedName: try reader.text(), kind: Received(text: try reader.text()),
            isAvailable: try reader.read())
    }
}

extension Shell: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(client)
        writer.write(session)
        writer.write(isActive)
        writer.write(state)
        writer.write(account)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        client = try reader.read()
        session = try reader.read()
        isActive = try reader.read()
        state = try reader.read()
        account = reader.format >= 3 ? try reader.read() : .unknown(app: nil, client)
    }
}

extension ShellState: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(doNotDisturb)
        writer.write(allowed)
        writer.write(repeatCallers)
        writer.write(autoResume)
        writer.write(ringTimeout)
        writer.write(defaultProviders)
        writer.write(routes)
        writer.write(route)
        writer.write(allowedRelations)
        writer.write(mutesStreams)
        writer.write(doNotDisturbSilences)
        writer.write(whileInCall)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self.init()
        doNotDisturb = try reader.read()
        allowed = try reader.read()
        repeatCallers = try reader.read()
        autoResume = try reader.read()
        ringTimeout = try reader.read()
        defaultProviders = try reader.read()
        routes = try reader.read()
        route = try reader.read()
        if reader.format >= 2 { allowedRelations = try reader.read() }
        guard reader.format >= 3 else { return }
        mutesStreams = try reader.read()
        doNotDisturbSilences = try reader.read()
        whileInCall = try reader.read()
    }
}
