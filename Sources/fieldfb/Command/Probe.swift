import FieldFB

extension Command {
    /// `fieldfb probe`: what there is to show a picture on.
    static let probe = Command(
        "probe",
        summary: "List every display device, what `run` would choose, and why others were refused.",
        options: [
            CommandOption("json", letter: UInt8(ascii: "j"), "Write one line of JSON."),
            .config,
            .set,
        ],
        notes: { "Nothing on any screen changes.\nExit codes: 0 `run` would find a display, 1 it would not, 64 wrong usage.\n" },
        run: { arguments throws(UsageError) in
            var sources = try SettingSources(arguments)
            let settings = sources.readAloud()
            let probe = Probe(
                seat: SeatReport.gather(), displays: OutputProbe.report(preferences: settings.display))
            let text = arguments.has("json") ? ProbeJSON.text(probe) : ProbeText.text(probe)
            return StandardOutput.finish(text, code: probe.displays.choice == nil ? .refused : .success)
        })
}

/// Everything `probe` finds out.
struct Probe {
    let seat: SeatReport
    let displays: ProbeReport
}
