// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import PulseAudio

/// What the neighbours ask about all calls, found once for each change: the work for one event must not grow with the
/// square of the calls.
struct CallIndex: Hashable {
    /// More calls of one app than this are too many to act on one by one.
    static let mostOfOneApp = 20

    /// In order of their beginning.
    let calls: [CallRecord]
    /// Those that surfaces show one by one, in order of their beginning.
    let shown: [CallRecord]
    /// The rest of the calls of each app that has too many.
    let rest: [MoreCalls]
    /// Those with microphone and speaker, in order of their beginning.
    let talking: [CallRecord]
    /// The shown call that wants the user's attention most.
    let mostUrgent: String?
    private let byID: [String: CallRecord]
    private let connectedGroups: Set<String>
    private let providers: [String: (path: String, record: ProviderRecord)]

    init(_ registry: Registry) {
        calls = registry.callsInOrder
        byID = Dictionary(calls.map { ($0.uuid, $0) }) { first, _ in first }
        talking = calls.filter(\.hasAudio)
        connectedGroups = Set(calls.filter(\.isConnected).map(\.group))
        providers = Dictionary(registry.providers.map { ($1.identifier, ($0, $1)) }) { first, _ in first }
        (shown, rest) = Self.choice(of: calls, providers.mapValues { $0.record.app })
        mostUrgent =
            (shown.last { $0.isUnanswered && !$0.isSilenced } ?? shown.last { $0.isUnanswered })?.uuid
    }

    func call(_ uuid: String) -> CallRecord? { byID[uuid] }

    func provider(_ identifier: String) -> (path: String, record: ProviderRecord)? { providers[identifier] }

    /// Another call that has the audio.
    func talk(besides call: CallRecord) -> CallRecord? { talking.first { $0.uuid != call.uuid } }

    /// Whether a call of another group is connected.
    func hasOther(than call: CallRecord) -> Bool {
        connectedGroups.count > (connectedGroups.contains(call.group) ? 1 : 0)
    }

    /// The first calls of each app, those before others that the user has answered or made. A new call so displaces
    /// none, and a flood of one app does not take the attention from another app's call.
    private static func choice(
        of calls: [CallRecord], _ apps: [String: String]
    ) -> (shown: [CallRecord], rest: [MoreCalls]) {
        let present = calls.filter { $0.state.word.map { $0 != .ending && $0 != .ended } ?? false }
        // An app may have several providers.
        let all = Dictionary(grouping: present) { call in apps[call.provider] ?? call.provider }
        var hidden: Set<String> = []
        var rest: [MoreCalls] = []
        for (app, calls) in all where calls.count > mostOfOneApp {
            let others = (calls.filter { !$0.isUnanswered } + calls.filter(\.isUnanswered)).dropFirst(mostOfOneApp)
            hidden.formUnion(others.map(\.uuid))
            rest.append(MoreCalls(app: app, name: calls[0].providerName, count: others.count))
        }
        return (present.filter { !hidden.contains($0.uuid) }, rest.sorted { $0.app < $1.app })
    }

    /// Everything follows from the registry, which the state compares.
    static func == (a: CallIndex, b: CallIndex) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// The calls of an app that has too many, without those that are shown one by one.
struct MoreCalls: Hashable {
    /// As ``ProviderRecord`` tells it.
    let app: String
    /// The app's name for people.
    let name: String
    let count: Int

    /// The id of their notification.
    var id: String { "more-calls-of-" + app }
}

extension ProviderRecord {
    /// What counts as one app, whatever the number of its providers: its sandbox, else its systemd unit, else its
    /// process. The service divides its memory in the same way.
    var app: String {
        if !appID.isEmpty { return "app " + appID }
        if StreamOwner.isOfOneApp(unit) { return "unit " + unit }
        return processID == 0 ? identifier : "process \(processID)"
    }
}
