// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// The state that the service keeps for one uid: the domain, and what belongs to it outside the core.
final class User {
    let uid: UInt32
    unowned let service: CallService
    /// The property `Instance` of this user if the service gave up the user's state, and went on with that of the
    /// others.
    var ownInstance: String?
    /// Why the service gave up the user's state when it started; empty = it did not.
    var stateLoss = ""
    var domain: Domain
    /// The views that are sent the changes.
    var subscribers: [View] = []
    /// The icons and ringtones that providers handed over as files.
    private(set) var files: [ProviderID: ProviderFiles] = [:]
    /// The core's timers that are running. Dropping a timer cancels it.
    private(set) var timers: [TimerKey: RunningTimer] = [:]

    /// The replies to the reports of calls that the directory is asked about. After a restart there are none: the apps
    /// report again.
    private var reports: [CallID: [PendingReply<>]] = [:]

    /// A timer and the time when it fires, in microseconds of the monotonic clock.
    struct RunningTimer {
        let timer: AnyObject
        let end: UInt64
    }

    var instance: String { ownInstance ?? service.instance }

    init(uid: UInt32, domain: Domain, service: CallService) {
        self.uid = uid
        self.domain = domain
        self.service = service
    }

    /// What the user keeps in the registry, in bytes.
    var bytes: Int { domain.bytes + subscribers.count * Cost.subscriber }

    /// Performs what an effect demands here. The announcer writes the signals.
    func perform(_ effect: Effect) {
        switch effect {
        case .startTimer(let key, let microseconds): start(key, after: microseconds)
        case .cancelTimer(let key): timers[key] = nil
        case .providerRemoved(let provider):
            files[provider.id] = nil
            service.keeper?.files.remove(of: provider.id, self)
        case .screened(let call, let refusal): answerReports(of: call, refusal)
        case .tell, .shellIsPrimary, .transactionCompleted, .providerAdded, .providerChanged, .callAdded, .callChanged,
            .callRemoved, .audioChanged, .providerRestated, .callRestated, .audioRestated, .screen, .directoryChanged,
            .callsEnded:
            break
        }
    }

    /// A report of the call is answered when it is decided whether the call rings.
    func keep(_ reply: PendingReply<>, about call: CallID) {
        reply.releaseArguments()
        reports[call, default: []].append(reply)
    }

    private func answerReports(of call: CallID, _ refusal: CallError?) {
        for reply in reports.removeValue(forKey: call) ?? [] {
            if let refusal { reply.fail(refusal.onBus) } else { reply.succeed() }
        }
    }

    func start(_ key: TimerKey, after microseconds: UInt64) {
        let timer = service.clock.timer(microseconds) { [unowned self] in
            timers[key] = nil
            service.happen(.timerFired(key), to: self)
        }
        timers[key] = timer.map { RunningTimer(timer: $0, end: service.clock.elapsed() + microseconds) }
    }

    /// The provider's files replace those that it handed over before.
    func replaceFiles(of provider: ProviderID, by new: ProviderFiles) {
        files[provider] = new
        service.keeper?.files.keep(new, of: provider, self)
    }

    /// After a restart: the files that the killed service kept.
    func restoreFiles(from kept: KeptFiles) {
        for provider in domain.providers.keys { files[provider] = kept.read(of: provider, self) }
    }
}

/// The sealed files of a provider.
struct ProviderFiles {
    var icon: BusFile?
    var ringtone: BusFile?
}
