// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import DirectoryDatabase
import PhoneNumbers
import SDBus

/// Asks the service for calls that the user wants to make, each through the line that fits the other side.
final class CallPlacing {
    private let client: CallClient
    private let store: DirectoryStore
    private let callers: Callers
    private let apps: AppSwitches
    /// More calls are not looked at for a redial.
    private static let redialLimit = 100

    init(_ client: CallClient, _ store: DirectoryStore, _ callers: Callers, _ apps: AppSwitches) {
        (self.client, self.store, self.callers, self.apps) = (client, store, callers, apps)
    }

    /// Calls the side that these numbers and addresses reach, the preferred one first. `provider` is the user's choice;
    /// empty = the line that fits.
    func place(
        _ handles: [Handle], by provider: String, _ details: StartCallDetails,
        then completion: @escaping (Result<String, BusError>) -> Void
    ) {
        let keys = handles.map { callers.caller($0).key.text }
        store.read { (database) throws(DirectoryProblem) in
            try database.history.lastCall(withCallers: keys)
        } then: { [unowned self] result in
            // A call does not need the history.
            let last = (try? result.get()) ?? nil
            guard let index = last.flatMap({ keys.firstIndex(of: $0.callerKey) }) ?? keys.indices.first else { return }
            let handle = handles[index]
            let caller = callers.caller(handle)
            var details = details
            if details.displayName.isEmpty { details.displayName = caller.name }
            let lines = callers.lines(of: caller, last: last?.line) + [ReportedLine.chosen("")]
            start(handle, by: provider.isEmpty ? lines[...] : [.chosen(provider)], details, then: completion)
        }
    }

    /// Calls the other side of the user's last outgoing call again, through the same line if it is there. A sandboxed
    /// app can report a call that the user did not make, so no other line makes that call. A line that the user
    /// switched off makes none.
    func redial(_ reply: PendingReply<String>) {
        var filter = HistoryFilter()
        filter.isOutgoing = true
        let outgoing = filter
        store.read { (database) throws(DirectoryProblem) in
            try database.history.calls(outgoing, limit: Self.redialLimit).first { $0.call.handle != nil }?.call
        } then: { [unowned self] result in
            reply.complete(result) { [unowned self] reply, call in
                guard let call, let handle = call.handle else {
                    return reply.fail(
                        BusError(
                            name: DirectoryName.noCallError,
                            message: "The history has no outgoing call; make a call first."))
                }
                var details = StartCallDetails()
                details.video = call.hasVideo
                let isOff = apps.isSwitchedOff(call.line)
                guard !isOff || call.app.isEmpty else { return reply.fail(.switchedOff(call.app)) }
                let lines = (isOff ? [] : [call.line]) + (call.app.isEmpty ? [ReportedLine.chosen("")] : [])
                start(handle, by: lines[...], details) { $0.complete(reply) }
            }
        }
    }

    /// Asks the first of the lines that is there.
    private func start(
        _ handle: Handle, by lines: ArraySlice<ReportedLine>, _ details: StartCallDetails,
        then completion: @escaping (Result<String, BusError>) -> Void
    ) {
        guard let line = lines.first else { return }
        ask(line, handle, details) { [unowned self] result in
            let rest = lines.dropFirst()
            guard case .failure(let error) = result, error.code == .unknownProvider, !rest.isEmpty else {
                return completion(result)
            }
            start(handle, by: rest, details, then: completion)
        }
    }

    /// Asks a line.
    private func ask(
        _ line: ReportedLine, _ handle: Handle, _ details: StartCallDetails,
        then completion: @escaping (Result<String, BusError>) -> Void
    ) {
        guard !line.app.isEmpty else { return request(line.provider, handle, details, then: completion) }
        client.loadRegistry { [unowned self] registry in
            switch registry {
            case .failure(let error): completion(.failure(error))
            case .success(let registry):
                if let refusal = registry.refusal(of: line, calling: handle) { return completion(.failure(refusal)) }
                request(line.provider, handle, details, then: completion)
            }
        }
    }

    private func request(
        _ provider: String, _ handle: Handle, _ details: StartCallDetails,
        then completion: @escaping (Result<String, BusError>) -> Void
    ) {
        client.call(.requestStartCall, provider, handle.wire, details.wireThatAwaitsAnswer) { answer in
            completion(Result { () throws(BusError) in try answer.get().read(String.self) })
        }
    }
}

extension BusError {
    /// The sandboxed app that made a call must not make it again.
    fileprivate static func switchedOff(_ app: String) -> BusError {
        BusError(
            name: CallError.Code.unknownProvider.name,
            message:
                "You have switched off the app \(app), which made this call. Allow it, or dial the number yourself.")
    }
}

extension ReportedLine {
    /// The line that the user chose; "" = the user's default.
    static func chosen(_ provider: String) -> ReportedLine { ReportedLine(provider: provider, app: "") }
}

extension Registry {
    /// Why the line of a sandboxed app cannot make the call; nil = it can. The app may have reported a call that the
    /// user did not make, and left. So its line is that app and nothing else: neither another program with the
    /// identifier, nor the modem that the service asks for an emergency number.
    func refusal(of line: ReportedLine, calling handle: Handle) -> BusError? {
        let isThere = providers.values.contains { $0.identifier == line.provider && $0.appID == line.app }
        let isEmergency = handle.kind == .phoneNumber && emergencyNumbers.contains(handle.dialable ?? "")
        guard !isThere || isEmergency else { return nil }
        return BusError(
            name: CallError.Code.unknownProvider.name,
            message: isThere
                ? "The sandboxed app \(line.app) reported this call to an emergency number. Dial the number yourself."
                : "The app \(line.app) made this call, and is not running. Start it and ask again, or dial the number yourself."
        )
    }

    private var emergencyNumbers: Set<String> {
        Set(providers.values.flatMap { $0.properties[.emergencyNumbers]?.strings ?? [] })
    }
}
