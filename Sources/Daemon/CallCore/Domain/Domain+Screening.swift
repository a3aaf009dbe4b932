// SPDX-License-Identifier: MIT

/// Screening: while the directory is asked about a reported call, the call is in no list and rings nowhere. The first
/// of these decides: the directory's answer, the deadline, the loss of the directory, the provider's word that it is an
/// emergency call.
extension Domain {
    // MARK: The directory

    package var hasDirectory: Bool { screenings.hasDirectory }

    mutating func registerDirectory(_ update: DirectoryUpdate, from caller: Caller) throws(CallError) {
        try require(
            caller.app == nil && !caller.isAdministrator, .accessDenied,
            "Only a program of the user, outside a sandbox, can be the directory of the user.")
        try check(update, from: caller)
        switch screenings.directory?.client {
        case caller.client: break
        case .some:
            throw CallError(
                .directoryAlreadyRegistered,
                "Another connection is registered as this user's directory. End that program first.")
        case nil:
            screenings.register(caller.client)
            output.effects.append(.directoryChanged(true))
        }
        apply(update)
    }

    mutating func setDirectoryState(_ update: DirectoryUpdate, from caller: Caller) throws(CallError) {
        try checkDirectory(caller)
        try check(update, from: caller)
        apply(update)
    }

    private mutating func apply(_ update: DirectoryUpdate) {
        screenings.apply(update)
        if let names = update.disabledProviders { switchedOff.replace(by: names) }
    }

    mutating func loseDirectory(_ client: Client) {
        guard screenings.directory?.client == client else { return }
        screenings.loseDirectory()
        output.effects.append(.directoryChanged(false))
        for call in screenings.inOrder { decide(call.id, .allow) }
    }

    private func check(_ update: DirectoryUpdate, from caller: Caller) throws(CallError) {
        if let names = update.disabledProviders {
            try checkRoom(for: SwitchedOffApps.cost(of: names) - switchedOff.cost, of: caller.account)
        }
        guard let deadline = update.deadline, !(1...UInt64(limits.screeningDeadline)).contains(deadline) else { return }
        throw CallError(
            .invalidArgs, "Deadline must be 1 to \(limits.screeningDeadline) microseconds, not \(deadline).")
    }

    func checkDirectory(_ caller: Caller) throws(CallError) {
        try require(
            screenings.directory?.client == caller.client, .noDirectory,
            "This connection is not registered as the directory; call RegisterDirectory first.")
    }

    // MARK: Its answers

    /// A late answer is harmless: its verdict comes too late, and its name is shown.
    mutating func answerScreening(
        _ id: CallID, _ verdict: Verdict, _ filter: CallFilter, _ identification: Identification, from caller: Caller
    ) throws(CallError) {
        try checkDirectory(caller)
        identify(id, identification)
        decide(id, verdict, filter)
    }

    mutating func identify(_ id: CallID, _ identification: Identification, from caller: Caller) throws(CallError) {
        try checkDirectory(caller)
        identify(id, identification)
    }

    /// A name for which the app of the call has no room is not shown.
    private mutating func identify(_ id: CallID, _ identification: Identification) {
        guard let call = live(id) ?? screenings[id], let account = providers[call.provider]?.account,
            identification.cost == 0 || hasRoom(for: identification.cost, of: account)
        else { return }
        screenings.update(id) { $0.identity.apply(identification) }
        if live(id) != nil { calls.update(id) { $0.identity.apply(identification) } }
    }

    // MARK: The calls

    /// Whether a reported call waits for the directory.
    func isScreened(_ call: Call) -> Bool {
        screenings.directory != nil && !isPastFilters(call)
    }

    /// Whether no filter refuses a call: after an emergency call the emergency service may call back.
    func isPastFilters(_ call: Call) -> Bool {
        call.emergency || hasEmergencyWindow && providers[call.provider]?.providerClass == .cellular
    }

    mutating func screen(_ call: Call) {
        guard let directory = screenings.directory else { return }
        calls.forgetFormer(call.id)
        screenings.insert(call)
        output.effects += [
            .startTimer(.screening(call.id), after: directory.deadline), .screen(directory.client, call),
        ]
    }

    /// A repeated report waits for the same decision.
    mutating func noteRepeatedReport(of id: CallID) throws(CallError) {
        if let provider = screenings[id].flatMap({ providers[$0.provider] }) {
            try checkRoom(for: Cost.waitingReport, at: provider)
        }
        try require(
            screenings.noteReport(of: id, limit: limits.waitingReports), .limitsExceeded,
            "\(limits.waitingReports) reports of the call \(id) wait for the directory already. Wait for a reply.")
    }

    mutating func screeningTimedOut(_ id: CallID) { decide(id, screenings.directory?.whenLate ?? .allow) }

    /// Ends the wait of a call. Does nothing to a call that does not wait.
    mutating func decide(_ id: CallID, _ verdict: Verdict, _ filter: CallFilter = .blockList) {
        guard let call = screenings[id] else { return }
        // The user may have switched its app off since the report.
        if let provider = providers[call.provider], isSwitchedOff(provider) { return refuse(call, by: .user) }
        let verdict = permitted(verdict, filter, about: call)
        if verdict == .reject { return refuse(call, by: filter) }
        // Other calls may have come since the report, and the user may have changed their mind.
        do throws(CallError) { try checkRoom(for: call) } catch { return refuse(call, error) }
        switch quiet(call) {
        case .refused(let filter): refuse(call, by: filter)
        case .silent: accept(id, silenced: true)
        case nil: accept(id, silenced: verdict == .silence)
        }
    }

    private mutating func refuse(_ call: Call, by filter: CallFilter) {
        refuse(call, Self.refusal(by: filter))
        remember(call, refusedBy: filter)
    }

    private mutating func refuse(_ call: Call, _ error: CallError) {
        stopScreening(call.id)
        output.effects.append(.screened(call.id, error))
    }

    /// Not every call may be rejected: after an emergency call it rings, and beyond the share of its app it rings
    /// silently.
    private func permitted(_ verdict: Verdict, _ filter: CallFilter, about call: Call) -> Verdict {
        guard verdict == .reject else { return verdict }
        if isPastFilters(call) { return .allow }
        return hasManyRefused(call, by: filter) ? .silence : .reject
    }

    /// Publishes a call that waits. Does nothing to another one.
    mutating func accept(_ id: CallID, silenced: Bool = false) {
        guard var call = stopScreening(id) else { return }
        call.silenced = silenced
        output.effects.append(.screened(id, nil))
        insert(call)
        startRinging(call)
    }

    static func refusal(by filter: CallFilter) -> CallError {
        switch filter {
        case .doNotDisturb:
            CallError(
                .filteredByDoNotDisturb,
                "The user does not want to be disturbed. Do not ring, and do not proceed with the call.")
        case .busy:
            CallError(
                .incomingBusy,
                "The user is in another call. Do not ring, and tell the caller that the line is busy.")
        case .blockList, .screener:
            CallError(
                .filteredByBlockList,
                "The user does not want calls from this caller. Do not ring, and do not proceed with the call.")
        case .user:
            CallError(
                .filteredByUser,
                "The user has switched off this app. Do not ring, and do not proceed with the call. The user can allow the "
                    + "app in MonkeyCall, at Apps.")
        }
    }

    /// The call waits no longer. The caller of this function decides what becomes of it.
    @discardableResult
    mutating func stopScreening(_ id: CallID) -> Call? {
        guard let call = screenings.remove(id) else { return nil }
        output.effects.append(.cancelTimer(.screening(id)))
        return call
    }

    /// A call that waits, if the caller is the connection of its provider.
    func ownScreened(_ id: CallID, from caller: Caller) -> Call? {
        guard let call = screenings[id], let provider = providers[call.provider], caller.mayReport(for: provider) else {
            return nil
        }
        return call
    }

    /// A call ended before it was decided whether it may ring. It was in no list, so nothing is announced.
    mutating func endScreening(of id: CallID, as endedReason: EndedReason, because reason: Reason, at time: Time = 0) {
        guard var call = stopScreening(id) else { return }
        call.endedAt = time == 0 ? now : time
        call.reason = reason
        output.effects.append(.screened(id, nil))
        remember(call, as: call.endedReason(reportedAs: endedReason))
    }

    // MARK: Emergency calls

    /// An emergency call has ended. Returns the effects that end the time after it.
    mutating func openEmergencyWindow() -> [Effect] {
        let isOpen = hasEmergencyWindow
        hasEmergencyWindow = true
        return (isOpen ? [.cancelTimer(.emergencyWindow)] : [])
            + [.startTimer(.emergencyWindow, after: deadlines.emergencyWindow)]
    }
}
