// SPDX-License-Identifier: MIT

package import BridgeCore
import CallContract
import CallInterface
import SDBus

/// The provider of a modem or phone: it carries the calls for the user whom the host names, and changes the user only
/// while there are no calls.
package final class ModemProvider {
    /// Performs an operation. `then` tells whether the modem took it.
    package typealias Perform = (_ operation: ModemOperation, _ then: @escaping (Bool) -> Void) -> Void

    /// How long the end of a call may come after the modem has refused to end it, in microseconds: a modem that says NO
    /// CARRIER before OK ends the call and seems to refuse.
    private static let endTimeout: UInt64 = 2_000_000

    /// Of the last part of an identifier. People type it.
    private static let idLength = 12

    private let identifier: String
    private var configuration: ProviderConfiguration
    private let host: ModemHost
    private let perform: Perform
    private var line: ModemLine
    private var isUsable = false
    /// The provider while the service has it.
    package private(set) var provider: BridgedProvider?
    private var user: UInt32?
    /// The ends that the modem has refused, by call. It may take one when the state of the call has changed: PipeWire
    /// ends no held call while another one is active.
    private var refusedEnds: [SourceKey: ActionID] = [:]

    /// `name` is for people, `device` tells the modems of the machine apart and stays the same after a restart.
    package init(
        _ device: String, _ kind: ModemKind = .modem, name: String, _ host: ModemHost, perform: @escaping Perform
    ) {
        line = ModemLine(kind)
        let id = device.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(Self.idLength)
        identifier = kind.rawValue + id
        (self.host, self.perform) = (host, perform)
        var configuration = ProviderConfiguration()
        configuration.localizedName = Limits().fitting(name)
        configuration.supportedHandleTypes = [.phoneNumber]
        configuration.holdsImplicitly = true
        self.configuration = configuration
        host.seat.observe { [weak self] in self?.update() }
    }

    // MARK: From the modem

    /// The numbers that the modem calls in an emergency.
    package func setEmergencyNumbers(_ numbers: [String]) {
        guard configuration.emergencyNumbers != numbers else { return }
        configuration.emergencyNumbers = numbers
        provider?.configure(configuration)
    }

    /// Whether the modem can call.
    package func setUsable(_ isUsable: Bool) {
        self.isUsable = isUsable
        update()
    }

    /// The modem shows a call. `isOld`: it went on before the bridge looked.
    package func show(_ key: SourceKey, _ call: ModemCall, isOld: Bool = false) {
        send(line.show(key, call, isOld: isOld))
        update()
        guard let action = refusedEnds.removeValue(forKey: key), provider?.willFail(action) == true else { return }
        handle(.end(key, for: action))
    }

    /// The modem does not list the call any more.
    package func hide(_ key: SourceKey) {
        send(line.hide(key))
        update()
    }

    /// The modem has gone, and with it its calls.
    package func lose() {
        line.clear()
        refusedEnds = [:]
        send([.sourceLost])
        setUsable(false)
    }

    private func send(_ events: [BridgeEvent]) {
        guard let provider else { return }
        for event in events { provider.handle(event) }
    }

    // MARK: The user

    private func update() {
        let wanted = isUsable ? host.seat.uid : nil
        guard wanted != user, provider == nil || line.isEmpty else { return }
        provider?.end()
        (provider, user) = (nil, nil)
        guard let wanted else { return }
        host.log.attempt("cannot register the modem") { () throws(BusError) in try begin(wanted) }
    }

    private func begin(_ user: UInt32) throws(BusError) {
        let provider = try BridgedProvider(
            identifier, configuration, user: user, on: host.service, host.loop, log: host.log
        ) { [unowned self] in handle($0) }
        (self.provider, self.user) = (provider, user)
        provider.begin()
        // Calls that came while nobody was logged in.
        send(line.all)
    }

    // MARK: From the service

    private func handle(_ command: SourceCommand) {
        guard let action = command.action else { return }
        guard let operation = line.operation(for: command) else { return fail(action) }
        perform(operation) { [weak self] isTaken in
            guard let self else { return }
            if isTaken {
                provider?.handle(.done(action))
            } else if case .end(let key, _) = command {
                refusedEnds[key] = action
                provider?.fail(action, after: Self.endTimeout)
            } else {
                fail(action)
            }
        }
    }

    private func fail(_ action: ActionID) { provider?.handle(.failed(action)) }
}
