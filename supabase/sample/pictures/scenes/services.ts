import { all, circle, group, line, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { outdoors, room, tabletop } from "../stage.ts";

export const boiler = (t: Theme, v: number): string => {
  const copper = "#c97b4a";
  return all(
    room(t, 560),
    v % 3 === 2
      ? all(
          shadow(500, 770, 760, t.deep),
          repeat(11, (n) =>
            all(
              rect(170 + n * 62, 330, 50, 400, t.paper, 25),
              rect(206 + n * 62, 340, 10, 380, t.deep, 5).replace("/>", ' opacity=".08"/>'),
            ),
          ),
          rect(160, 380, 700, 26, t.paper, 13),
          rect(160, 650, 700, 26, t.paper, 13),
          line("M150 690 H110 V900 M880 690 H920 V900", copper, 18),
          rect(90, 660, 70, 60, t.pop, 12),
          line(
            "M280 280 q20 -30 0 -60 t0 -60 M520 280 q20 -30 0 -60 t0 -60 M760 280 q20 -30 0 -60 t0 -60",
            t.pop,
            9,
            0.7,
          ),
        )
      : all(
          line(
            "M470 560 V900 M540 560 V760 H240 V900 M610 560 V900 M680 560 V720 H930 V900",
            copper,
            22,
          ),
          line("M480 570 V890 M620 570 V890", "#e5a278", 5),
          rect(400, 120, 370, 450, t.paper, 26),
          rect(400, 460, 370, 110, t.wallShade, 0),
          rect(400, 540, 370, 34, t.wallShade, 17),
          rect(440, 480, 150, 62, t.deep, 10),
          line("M466 512 h30 m14 0 h54", t.pop, 9),
          circle(650, 511, 26, t.accent),
          line("M650 511 V492", t.paper, 7),
          circle(722, 511, 26, t.accent),
          line("M722 511 l14 -12", t.paper, 7),
          shape(
            "M585 200 C640 280 660 320 630 366 C610 396 560 396 540 366 C512 322 566 290 585 200 Z",
            t.pop,
          ),
          shape(
            "M585 300 C606 334 612 352 600 370 C592 384 576 384 570 370 C560 350 580 338 585 300 Z",
            t.paper,
          ),
          rect(540, 20, 90, 104, ink.steel),
          rect(524, 96, 122, 24, ink.slate, 6),
          v % 2 === 1 &&
            all(
              shadow(1000, 830, 250, t.deep),
              rect(890, 200, 220, 620, t.accent, 50),
              rect(890, 330, 220, 16, t.deep),
              rect(890, 640, 220, 16, t.deep),
              circle(1000, 490, 52, t.paper),
              line("M1000 490 L1026 462", t.pop, 9),
            ),
        ),
    repeat(3, (n) =>
      all(
        circle([470, 610, 240][n] ?? 0, 800, 30, t.pop),
        line(`M${([470, 610, 240][n] ?? 0) - 22} 800 h44`, t.deep, 9),
      ),
    ),
    group(
      "translate(150 600) rotate(-24)",
      rect(-20, 0, 40, 230, t.deep, 18),
      shape(
        "M-62 -70 C-72 -10 -40 26 0 26 C40 26 72 -10 62 -70 L28 -40 V-12 H-28 V-40 Z",
        ink.steel,
      ),
    ),
  );
};

export const wiring = (t: Theme, v: number): string => {
  const colours = [t.pop, t.accent, ink.clay, ink.sea, t.deep];
  if (v % 3 === 2)
    return all(
      outdoors(t, 200),
      rect(560, 120, 640, 640, t.paper),
      repeat(8, (r) =>
        repeat(6, (n) => rect(566 + n * 110 - (r % 2) * 50, 128 + r * 80, 102, 70, t.wallShade, 4)),
      ),
      rect(0, 740, 1200, 160, ink.slate),
      rect(760, 330, 150, 220, t.deep, 34),
      circle(835, 400, 34, t.accent),
      shape("M842 376 L816 408 H832 L826 428 L854 394 H838 Z", t.pop),
      rect(800, 480, 70, 14, t.accent, 7),
      line("M835 550 C835 680 640 600 600 700 C570 760 520 660 480 640", t.deep, 16),
      shadow(330, 800, 520, t.deep),
      shape(
        "M70 720 C70 640 120 620 170 612 C220 540 270 528 350 528 C430 528 466 556 506 612 C560 620 580 650 580 720 V770 H70 Z",
        t.pop,
      ),
      shape(
        "M200 612 C236 564 270 554 326 554 V612 Z M344 554 C412 554 440 574 472 612 H344 Z",
        t.soft,
      ),
      circle(190, 772, 58, ink.pine),
      circle(190, 772, 26, ink.steel),
      circle(468, 772, 58, ink.pine),
      circle(468, 772, 26, ink.steel),
      circle(482, 646, 18, t.paper),
    );
  return all(
    room(t, 600),
    repeat(9, (n) =>
      line(
        `M${330 + n * 66} 0 C${330 + n * 66} ${90 + n * 8} ${380 + n * 54} 120 ${380 + n * 54} 210`,
        colours[n % 5] ?? t.pop,
        14,
      ),
    ),
    rect(270, 190, 660, 470, t.paper, 26),
    rect(300, 220, 600, 410, t.wallShade, 16),
    rect(330, 300, 540, 130, t.paper, 10),
    repeat(9, (n) =>
      all(
        rect(344 + n * 58, 312, 46, 106, n === 0 ? ink.clay : t.deep, 8),
        rect(356 + n * 58, (n + v) % 4 === 3 ? 366 : 328, 22, 38, n === 0 ? t.paper : t.pop, 6),
      ),
    ),
    repeat(9, (n) => rect(344 + n * 58, 446, 46, 22, t.paper, 4)),
    repeat(9, (n) => line(`M${350 + n * 58} 457 h${18 + ((n * 11) % 16)}`, t.accent, 6)),
    line("M340 530 H860 M340 566 H720 M340 600 H800", t.paper, 12),
    v % 2 === 1 &&
      all(
        rect(90, 240, 110, 150, t.paper, 14),
        circle(145, 296, 9, t.deep),
        circle(124, 336, 9, t.deep),
        circle(166, 336, 9, t.deep),
        rect(1010, 260, 110, 110, t.paper, 14),
        rect(1046, 290, 38, 50, t.pop, 8),
      ),
    group(
      "translate(1010 640) rotate(28)",
      rect(-26, 0, 52, 170, ink.clay, 22),
      rect(-9, -150, 18, 160, ink.steel, 4),
    ),
    group(
      "translate(170 620) rotate(-18)",
      rect(-44, 0, 88, 170, t.pop, 18),
      rect(-28, 20, 56, 40, t.deep, 6),
      circle(0, 106, 26, t.deep),
      line("M0 106 l12 -14", t.pop, 6),
    ),
    rect(0, 880, 1200, 20, t.floorShade),
  );
};

export const blueprint = (t: Theme, v: number): string => {
  const s = t.soft;
  return all(
    tabletop(t),
    group(
      `rotate(${v % 2 ? 3 : -4} 600 450)`,
      rect(150, 130, 900, 640, v % 3 === 1 ? t.paper : t.deep, 10),
      repeat(14, (n) =>
        line(`M${150 + (n + 1) * 60} 134 V766`, v % 3 === 1 ? t.wall : t.accent, 2, 0.35),
      ),
      repeat(10, (n) =>
        line(`M154 ${130 + (n + 1) * 58} H1046`, v % 3 === 1 ? t.wall : t.accent, 2, 0.35),
      ),
      ...(v % 2
        ? [
            line(
              "M290 640 V400 L560 230 L830 400 V640 Z M290 400 H830 M430 640 V500 H540 V640 M620 520 H760 V400",
              v % 3 === 1 ? t.deep : s,
              9,
            ),
            line("M560 230 V300 M440 400 V330 L560 260 L680 330 V400", t.pop, 6),
            line("M250 640 V230 M236 640 h28 M236 230 h28", t.pop, 4),
          ]
        : [
            line(
              "M270 250 H900 V640 H270 Z M270 450 H520 M600 450 H700 V250 M700 520 V640 M700 450 V460",
              s,
              10,
            ),
            line("M520 450 a80 80 0 0 1 80 -80 M700 520 a70 70 0 0 0 70 -70", t.pop, 5),
            line(
              "M310 540 h150 v70 h-150 Z M760 290 h100 v80 h-100 Z M330 290 h90 v60 h-90 Z",
              s,
              5,
              0.7,
            ),
            line("M270 690 H900 M270 676 v28 M900 676 v28", t.pop, 4),
          ]),
      line("M930 690 h80 M930 712 h60", v % 3 === 1 ? t.deep : s, 6),
    ),
    group(
      "rotate(32 960 640)",
      rect(700, 620, 470, 40, t.pop, 6),
      shape("M1170 620 L1230 640 L1170 660 Z", ink.sand),
      shape("M1206 632 L1230 640 L1206 648 Z", t.deep),
      rect(680, 620, 40, 40, ink.clay, 8),
    ),
    group(
      "rotate(-10 220 800)",
      rect(60, 770, 420, 54, t.paper, 6),
      repeat(20, (n) => line(`M${80 + n * 20} 774 v${n % 5 ? 14 : 26}`, t.deep, 3)),
    ),
    v % 3 !== 0 &&
      all(
        circle(1040, 190, 84, t.paper),
        circle(1040, 190, 62, ink.bark),
        line("M1010 176 q30 -20 60 0", "#b98a62", 8),
      ),
  );
};
