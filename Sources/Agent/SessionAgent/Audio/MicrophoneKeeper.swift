// SPDX-License-Identifier: MIT

import PulseAudio

/// Decides when the agent mutes a microphone for calls, and when it restores it.
///
/// Everything follows from the present state of the server and the journal, so a new agent can go on after a kill at
/// any moment. The journal has the microphones that were not muted before. A microphone stays in it until the server
/// shows it without the mute, also for months while it is unplugged.
///
/// A server may perform a request for a microphone that sleeps only when it wakes, or drop it: PipeWire 1.4 does both.
/// So only the state of the server counts, and what is wanted is requested again when the microphone wakes.
struct MicrophoneKeeper: Hashable {
    /// A request to the server.
    struct Request: Hashable {
        let microphone: Microphone
        let isMuted: Bool
    }

    enum Event: Hashable {
        /// The present state of the server.
        case found(SoundServerState)
        case lost
        /// The muted calls that use the microphone itself.
        case wanted(Set<String>)
        case refused(Request)
        /// A moment after the answer of the server nothing has changed.
        case late(Request)
    }

    enum Step: Hashable {
        case request(Request)
        /// Asks the service to unmute these calls.
        case unmute(Set<String>)
    }

    /// A microphone that the agent has muted.
    private struct Change: Hashable {
        let microphone: Microphone
        /// The value of the request that is under way.
        var asked: Bool?
        var attempts = 0
        /// Whether the server cannot mute it later because of an earlier request.
        var isSettled = false
        var isAsleep = false

        mutating func see(_ state: SoundServerState) {
            guard let device = microphone.device(in: state) else { return attempts = 0 }
            if isAsleep, !device.isAsleep { attempts = 0 }
            isAsleep = device.isAsleep
            if device.isMuted { isSettled = true }
            if asked == device.isMuted { (asked, attempts) = (nil, 0) }
        }
    }

    /// The microphone in use that the last state showed muted, with no request under way.
    private struct Silence: Hashable {
        let microphone: Microphone
        /// The server's index of the device, which a device that comes back does not keep.
        let index: UInt32
    }

    private var state: SoundServerState?
    private var wanted: Set<String> = []
    private var changes: [Change] = []
    private var silence: Silence?
    /// Another program has unmuted the microphone. The calls are about to be unmuted.
    private var isOverruled = false
    private static let attempts = 10

    /// Continues with the journal of another agent.
    init(journal: [[String]] = [], wanted: Set<String> = []) {
        self.wanted = wanted
        changes = journal.compactMap { Microphone(record: $0).map { Change(microphone: $0) } }
    }

    /// Returns the next steps. Write the journal before you send them.
    mutating func handle(_ event: Event) -> [Step] {
        switch event {
        case .found(let new):
            state = new
            for place in changes.indices { changes[place].see(new) }
        case .lost:
            (state, silence) = (nil, nil)
            for place in changes.indices { (changes[place].asked, changes[place].attempts) = (nil, 0) }
        case .wanted(let calls):
            guard calls != wanted else { return [] }
            if calls.isEmpty || wanted.isEmpty {
                (silence, isOverruled) = (nil, false)
                for place in changes.indices { changes[place].attempts = 0 }
            }
            wanted = calls
        case .refused(let request): answered(request, attempts: Self.attempts)
        case .late(let request): answered(request, attempts: 1)
        }
        guard let state else { return [] }
        return decide(state)
    }

    private mutating func answered(_ request: Request, attempts: Int) {
        guard let place = changes.firstIndex(where: { $0.microphone == request.microphone }),
            changes[place].asked == request.isMuted
        else { return }
        changes[place].asked = nil
        changes[place].attempts += attempts
    }

    // MARK: Decisions

    private mutating func decide(_ state: SoundServerState) -> [Step] {
        var steps: [Step] = []
        if isUnmutedByOther(state), let silence {
            changes.removeAll { $0.microphone == silence.microphone }
            isOverruled = true
            steps.append(.unmute(wanted))
        }
        let inUse = microphoneToMute(state)
        if let inUse { steps += mute(inUse, state) }
        silence = inUse.flatMap { silence(of: $0, state) }
        // The new microphone first, so that none is open between the two.
        if inUse == nil || silence != nil { steps += restore(except: inUse, state) }
        return steps
    }

    private func microphoneToMute(_ state: SoundServerState) -> Microphone? {
        wanted.isEmpty || isOverruled ? nil : Microphone(inUse: state)
    }

    /// Whether the desktop's mixer or a key has unmuted the microphone that was silent. The device of another port, and
    /// one that has come back, may have another state.
    private func isUnmutedByOther(_ state: SoundServerState) -> Bool {
        guard let silence, microphoneToMute(state) == silence.microphone,
            let device = silence.microphone.device(in: state)
        else { return false }
        return device.index == silence.index && !device.isMuted
    }

    private mutating func mute(_ microphone: Microphone, _ state: SoundServerState) -> [Step] {
        guard let device = microphone.device(in: state) else { return [] }
        let known = changes.firstIndex { $0.microphone == microphone }
        if device.isMuted {
            // A server that does not know the new port leaves the device as the agent has set it.
            let isCarriedOver =
                silence?.index == device.index && silence?.microphone != microphone
                && changes.contains { $0.microphone == silence?.microphone }
            if known == nil, isCarriedOver { changes.append(Change(microphone: microphone)) }
            // Any other muted microphone was muted by the user and stays so.
            return []
        }
        let place = known ?? changes.endIndex
        if known == nil { changes.append(Change(microphone: microphone)) }
        return ask(true, at: place).map { [$0] } ?? []
    }

    private func silence(of microphone: Microphone, _ state: SoundServerState) -> Silence? {
        guard let device = microphone.device(in: state), device.isMuted,
            !changes.contains(where: { $0.microphone == microphone && $0.asked != nil })
        else { return nil }
        return Silence(microphone: microphone, index: device.index)
    }

    private mutating func restore(except inUse: Microphone?, _ state: SoundServerState) -> [Step] {
        changes.removeAll { change in
            change.microphone != inUse && change.asked == nil && change.isSettled
                && change.microphone.device(in: state)?.isMuted == false
        }
        return changes.indices.compactMap { place in
            let microphone = changes[place].microphone
            guard microphone != inUse, let device = microphone.device(in: state) else { return nil }
            if !device.isMuted {
                // A request would be as late as the mute.
                guard !device.isAsleep else { return nil }
                changes[place].isSettled = true
            }
            return ask(false, at: place)
        }
    }

    private mutating func ask(_ isMuted: Bool, at place: Int) -> Step? {
        guard changes[place].asked == nil, changes[place].attempts < Self.attempts else { return nil }
        changes[place].asked = isMuted
        if isMuted { changes[place].isSettled = false }
        return .request(Request(microphone: changes[place].microphone, isMuted: isMuted))
    }

    // MARK: Reporting

    /// The muted calls that the other side may hear.
    var heard: Set<String> {
        guard !isOverruled else { return [] }
        guard let state else { return wanted }
        // A server needs a moment.
        let isAsked = changes.contains {
            $0.asked == true && $0.attempts == 0 && $0.microphone == Microphone(inUse: state)
        }
        return silence != nil || isAsked ? [] : wanted
    }

    // MARK: Journal

    var journal: [[String]] { changes.map(\.microphone.record) }
}

/// A microphone at the sound server. The servers remember whether it is muted for each of its ports, also while it is
/// unplugged.
struct Microphone: Hashable {
    let name: String
    /// "" = the device has no ports.
    let port: String

    init(_ device: SoundServerState.Device) { (name, port) = (device.name, device.activePort) }

    /// The microphone that calls use: the desktop's default, which the agent changes for the route of a call. Nil if
    /// there is none; the monitor of a sink is not one.
    init?(inUse state: SoundServerState) {
        guard let device = state.source(named: state.defaultSource), !device.isMonitor else { return nil }
        self.init(device)
    }

    /// Nil while it is unplugged.
    func device(in state: SoundServerState) -> SoundServerState.Device? {
        state.source(named: name).flatMap { $0.activePort == port ? $0 : nil }
    }

    // MARK: Journal

    var record: [String] { [name, port] }

    init?(record: [String]) {
        guard record.count == 2, !record[0].isEmpty else { return nil }
        (name, port) = (record[0], record[1])
    }
}
