import { chromium } from '@playwright/test'
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu','--disable-quic']})
const base='http://localhost:10980'
const css=process.env.CSS??''
for (const path of process.argv.slice(2)) { const page=await b.newPage({viewport:{width:320,height:800}}); await page.goto(base+path,{waitUntil:'networkidle'}); await page.addStyleTag({content:'html{font-size:200%}'+css});
 for (const w of [320,390,768,1440]) { await page.setViewportSize({width:w,height:800}); await page.waitForTimeout(150)
  const r=await page.evaluate(()=>{const W=innerWidth; const o=document.documentElement.scrollWidth-W; const bad=[]; if(o>0) for(const e of document.querySelectorAll('body *')){const q=e.getBoundingClientRect(); if(q.right>W+1&&q.width>0&&getComputedStyle(e).position!=='fixed') bad.push(`${e.tagName}.${String(e.className).slice(0,60)} ${Math.round(q.left)}-${Math.round(q.right)} "${(e.textContent||'').slice(0,24)}"`)} return [o,bad.slice(0,14)]})
  console.log(path,w,r[0],r[1].join('\n    ')) 
  if(process.env.SHOT) await page.screenshot({path:`/tmp/lh/big-${w}.png`,fullPage:true}) }
 await page.close() }
await b.close()
