// SPDX-License-Identifier: MIT

package import BridgeCore
import CallContract

/// The calls of the tabs, between the extension and the table of the provider. A page is believed only that it has a
/// call, and that it has done what it was told: it does not resume by itself, and takes the audio only while the
/// browser records.
package struct Meetings {
    /// More tabs with calls are ignored.
    static let limit = 64

    private var pages: [Int: Page] = [:]
    private let profile: String
    private let process: UInt32
    private var isRecording = false
    private var effects: [MeetingEffect] = []

    private struct Page {
        let id: String
        let key: SourceKey
        /// Whether the service may know the call already, or the call takes no audio: then it does not ask for room.
        let isOld: Bool
        var facts: CallUpdate
        /// How the call was told to be.
        var ordered: Silence
        /// How the page was, when it had done the last order.
        var done: Silence
        /// Whether the provider's table knows the call. A page that does not record waits.
        var isListed = false
        /// The actions that wait until the page is muted, or is not.
        var mutes: [ActionID: Bool] = [:]

        var state: SourceState { done.held ? .held : .active }
    }

    private struct Silence: Hashable {
        var held: Bool
        var muted: Bool
    }

    /// `profile` is the id of the profile of the browser's user, `process` that of the browser.
    package init(profile: String, process: UInt32) { (self.profile, self.process) = (profile, process) }

    /// Whether a page would have a call if the browser had a microphone stream.
    package var waitsForMicrophone: Bool { pages.values.contains { !$0.isListed } }

    // MARK: From the extension

    /// A tab has a call.
    package mutating func changed(_ tab: Int, _ call: PageCall) -> [MeetingEffect] {
        if let page = pages[tab], page.id != call.id { leave(tab) }
        if pages[tab] != nil {
            follow(tab, call)
        } else if pages.count < Self.limit {
            insert(tab, call)
        }
        return takeEffects()
    }

    /// A tab has no call any more.
    package mutating func left(_ tab: Int) -> [MeetingEffect] {
        leave(tab)
        return takeEffects()
    }

    private mutating func insert(_ tab: Int, _ call: PageCall) {
        let silence = Silence(held: call.held, muted: call.muted)
        pages[tab] = Page(
            id: call.id, key: SourceKey(life: profile, object: call.id), isOld: call.again || call.held,
            facts: facts(call), ordered: silence, done: silence)
        if call.held || isRecording { list(tab) }
    }

    /// Lets the provider's table know a call. A new call asks for room as if the user had dialled it.
    private mutating func list(_ tab: Int) {
        guard let page = pages[tab] else { return }
        pages[tab]?.isListed = true
        let state = page.state
        let first = page.isOld ? state : .dialing
        effects.append(.send(.appeared(page.key, SourceCall(first, outgoing: true, page.facts), isOld: page.isOld)))
        if first != state { reportState(of: tab) }
    }

    private mutating func follow(_ tab: Int, _ call: PageCall) {
        guard var page = pages[tab] else { return }
        var facts = facts(call)
        facts.muted = page.facts.muted
        page.facts = facts
        if call.held == page.ordered.held { page.done.held = call.held }
        if call.muted == page.ordered.muted { page.done.muted = call.muted }
        let muted = page.mutes.filter { $0.value == call.muted }
        page.mutes = page.mutes.filter { $0.value != call.muted }
        pages[tab] = page
        guard page.isListed else { return }
        reportState(of: tab)
        for action in muted.keys { effects.append(.send(.done(action))) }
    }

    private mutating func reportState(of tab: Int) {
        guard let page = pages[tab] else { return }
        effects.append(.send(.changed(page.key, SourceCall(page.state, outgoing: true, page.facts))))
    }

    /// The user has left most likely: a call that was held for this one resumes.
    private mutating func leave(_ tab: Int) {
        guard let page = pages.removeValue(forKey: tab), page.isListed else { return }
        let ended = SourceCall(.ended(.localEnded), outgoing: true, page.facts)
        effects.append(.send(.changed(page.key, ended)))
    }

    private func facts(_ call: PageCall) -> CallUpdate {
        var facts = CallUpdate()
        facts.remoteHandle = Handle(kind: .generic, value: call.site)
        facts.localizedCallerName = call.title.isEmpty ? call.site : call.title
        facts.muted = call.muted
        facts.streamProcess = process
        (facts.supportsGrouping, facts.supportsUngrouping, facts.supportsDTMF) = (false, false, false)
        return facts
    }

    // MARK: From the sound server

    /// Whether the browser has a microphone stream.
    package mutating func recording(_ isRecording: Bool) -> [MeetingEffect] {
        self.isRecording = isRecording
        guard isRecording else { return [] }
        for tab in pages.keys.sorted() where pages[tab]?.isListed == false { list(tab) }
        return takeEffects()
    }

    // MARK: From the service

    /// Does what the table of the provider asks for.
    package mutating func perform(_ command: SourceCommand) -> [MeetingEffect] {
        switch command {
        case .end(let key, _): if let tab = tab(of: key) { effects.append(.order(.end(tab: tab))) }
        case .setHeld(let key, let held, _): order(key) { $0.ordered.held = held }
        case .setMuted(let key, let muted, let action):
            order(key) { page in
                page.ordered.muted = muted
                page.mutes[action] = muted
            }
        case .silence: break
        // A browser cannot be asked for a call.
        case .dial(_, let action), .answer(_, let action), .setGroup(_, _, let action), .playTones(_, _, let action):
            effects.append(.send(.failed(action)))
        }
        return takeEffects()
    }

    /// The call counts as held. It is silent when the page has done so, and nothing waits for that.
    package mutating func quieten(_ key: SourceKey) -> [MeetingEffect] {
        order(key) { page in (page.ordered.held, page.done.held) = (true, true) }
        if let tab = tab(of: key) { reportState(of: tab) }
        return takeEffects()
    }

    private mutating func order(_ key: SourceKey, _ change: (inout Page) -> Void) {
        guard let tab = tab(of: key), var page = pages[tab] else { return }
        change(&page)
        pages[tab] = page
        effects.append(.order(.set(tab: tab, held: page.ordered.held, muted: page.ordered.muted)))
    }

    private func tab(of key: SourceKey) -> Int? { pages.first { $0.value.key == key }?.key }

    private mutating func takeEffects() -> [MeetingEffect] {
        defer { effects = [] }
        return effects
    }
}

/// What follows from a change of the meetings.
package enum MeetingEffect: Hashable {
    /// To the table of the provider.
    case send(BridgeEvent)
    /// To the extension.
    case order(BrowserOrder)
}
