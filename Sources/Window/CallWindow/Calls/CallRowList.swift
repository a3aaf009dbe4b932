// SPDX-License-Identifier: MIT

import CallInterface
import CallWindowModel
import GTK
import SDBus

/// Some calls below each other, a row for each. The rows of calls that stay keep their widgets, and so the keyboard
/// focus.
@MainActor
final class CallRowList {
    private let box: Box
    private let phone: PhoneContext
    private var rows: [String: CallRow] = [:]
    private var order: [String] = []

    init(_ box: Box, _ phone: PhoneContext) { (self.box, self.phone) = (box, phone) }

    func show(_ cards: [CallCard]) {
        box.isVisible = !cards.isEmpty
        let calls = cards.map(\.call)
        for (call, row) in rows where !calls.contains(call) {
            box.remove(row.widget)
            rows[call] = nil
        }
        for card in cards { row(card.call)?.show(card) }
        guard calls != order else { return }
        order = calls
        var last: Widget?
        for call in calls {
            guard let row = rows[call] else { continue }
            box.move(row.widget, behind: last)
            last = row.widget
        }
    }

    func tick() {
        for row in rows.values { row.tick() }
    }

    private func row(_ call: String) -> CallRow? {
        if let row = rows[call] { return row }
        do throws(InterfaceError) {
            let row = try CallRow(phone) { [weak self] in self?.act($0, on: $1) }
            rows[call] = row
            box.append(row.widget)
            return row
        } catch {
            phone.log("cannot show a call", ["message": error.message])
            return nil
        }
    }

    private func act(_ action: CallCard.Action, on call: String) {
        switch action {
        case .resume: phone.calls.press(.resume, on: call)
        case .swap: phone.calls.press(.swap, on: call)
        case .leave: phone.calls.request([ActionKind.setGroup(with: nil).wire(call: call)])
        case .end: phone.calls.end([call])
        }
    }
}
