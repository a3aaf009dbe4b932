// SPDX-License-Identifier: MIT

internal import CallCore
internal import SDBus

/// The state that the service keeps for one uid: the domain, and what belongs to it outside the core.
final class User {
    let uid: UInt32
    unowned let service: CallService
    var domain: Domain
    /// The views that are sent the changes.
    var subscribers: [View] = []
    /// The icons and ringtones that providers handed over as files.
    var files: [ProviderID: ProviderFiles] = [:]
    /// The core's timers that are running. Dropping a timer cancels it.
    private(set) var timers: [TimerKey: AnyObject] = [:]

    init(uid: UInt32, domain: Domain, service: CallService) {
        self.uid = uid
        self.domain = domain
        self.service = service
    }

    /// Performs what an effect demands here. The announcer writes the signals.
    func perform(_ effect: Effect) {
        switch effect {
        case .startTimer(let key, let microseconds): start(key, after: microseconds)
        case .cancelTimer(let key): timers[key] = nil
        case .providerRemoved(let provider): files[provider.id] = nil
        case .tell, .shellIsPrimary, .transactionCompleted, .providerAdded, .providerChanged, .callAdded, .callChanged,
            .callRemoved, .audioChanged:
            break
        }
    }

    private func start(_ key: TimerKey, after microseconds: UInt64) {
        timers[key] = try? service.clock.timer(microseconds) { [unowned self] in
            timers[key] = nil
            service.happen(.timerFired(key), to: self)
        }
    }
}

/// The sealed files of a provider.
struct ProviderFiles {
    var icon: BusFile?
    var ringtone: BusFile?
}
