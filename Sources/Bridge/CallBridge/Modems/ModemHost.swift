// SPDX-License-Identifier: MIT

package import SDBus

/// What every modem and phone of the bridge needs to register its provider.
package struct ModemHost {
    let registry: BusAddress
    let loop: EventLoop
    let seat: SeatUser
    let log: Log

    /// `registry` is the bus of the call service.
    package init(registry: BusAddress, _ loop: EventLoop, _ seat: SeatUser, log: Log) {
        (self.registry, self.loop, self.seat, self.log) = (registry, loop, seat, log)
    }

    /// Whether a modem took a method. The message of an error may have a number in it, so the log has its name only.
    func note(_ reply: Result<Message, BusError>, then body: (Bool) -> Void) {
        switch reply {
        case .success: body(true)
        case .failure(let error):
            log("the modem or phone refuses a request", ["error": error.name])
            body(false)
        }
    }

    func begin(_ modem: some BridgedModem) {
        do throws(BusError) {
            try modem.begin()
        } catch {
            log("a modem or phone cannot be followed", error)
        }
    }
}
